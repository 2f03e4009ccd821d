//! What the functions of `ptx-core` must give, by name: by `rustc_apfloat`, exact integers and the manual's
//! loops. With `ptx-core` it shares the names of the modes alone.

mod carry;
mod compare;
mod convert;
mod field;
mod float;
mod integer;
#[expect(dead_code, reason = "the tests of ptx-core use more of it")]
#[path = "../../../../ptx-core/tests/referee/mod.rs"]
mod referee;
mod video;
#[expect(dead_code, reason = "the tests of ptx-core use more of it")]
#[path = "../../../../ptx-core/tests/integers/model.rs"]
mod video_model;

use ptx_core::{Rounding, Saturation, Subnormals};

/// A call of a function.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The function's path in `ptx-core`: `add_f32`.
    pub function: &'a str,
    /// The bits of the operands and the numbers, in the order of the parameters; of two predicates the
    /// first is bit 0.
    pub words: &'a [u64],
    /// The paths of the modes: `Rounding::Rn`.
    pub modes: &'a [&'a str],
}

impl Call<'_> {
    /// The bits of each result; `None` if there is no referee for this.
    #[must_use]
    pub fn results(&self) -> Option<Vec<u64>> {
        let one = |word| vec![word];
        compare::results(self)
            .or_else(|| carry::results(self))
            .or_else(|| video::result(self).map(one))
            .or_else(|| convert::result(self).map(one))
            .or_else(|| self.lanes().map(one))
            .or_else(|| self.scalar().map(one))
    }

    /// One value by one operation.
    fn scalar(&self) -> Option<u64> {
        float::result(self).or_else(|| integer::result(self)).or_else(|| field::result(self))
    }

    /// An operation on packed operands, lane by lane.
    fn lanes(&self) -> Option<u64> {
        let (name, count) = self.function.rsplit_once('x')?;
        let (bits, all) = match (name, count) {
            (name, "2") if name.ends_with("f32") => (32, 64),
            (_, "2") => (16, 32),
            (_, "4") => (8, 32),
            _ => return None,
        };
        let mut word = 0;
        for at in (0..all).step_by(bits) {
            let lane: Vec<u64> =
                self.words.iter().map(|word| word >> at & ((1 << bits) - 1)).collect();
            word |= Call { function: name, words: &lane, ..*self }.scalar()? << at;
        }
        Some(word)
    }

    /// The operation and the type after it.
    fn split(&self) -> Option<(&str, &str)> {
        self.function.rsplit_once('_')
    }

    fn has(&self, mode: &str) -> bool {
        self.modes.contains(&mode)
    }

    fn rounding(&self) -> Rounding {
        let all = [("Rz", Rounding::Rz), ("Rm", Rounding::Rm), ("Rp", Rounding::Rp)];
        let found = all.into_iter().find(|(word, _)| self.has(&format!("Rounding::{word}")));
        found.map_or(Rounding::Rn, |(_, rounding)| rounding)
    }

    fn subnormals(&self) -> Subnormals {
        if self.has("Subnormals::Flush") { Subnormals::Flush } else { Subnormals::Keep }
    }

    fn saturation(&self) -> Saturation {
        if self.has("Saturation::Sat") { Saturation::Sat } else { Saturation::Off }
    }
}
