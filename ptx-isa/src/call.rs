//! What computes an instruction: the function of `ptx-core` and the modes it is called with.

use crate::forms::{self, Compute, Form};
use crate::{Dialect, Selection, Type};

/// The rounding modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// `.rn`: to nearest, ties to even.
    Rn,
    /// `.rz`: towards zero.
    Rz,
    /// `.rm`: towards minus infinity.
    Rm,
    /// `.rp`: towards plus infinity.
    Rp,
}

/// A call of a function of `ptx-core`: the source operands, then the modes that are `Some`,
/// in the order of the fields, then the architecture if it is `Some`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function at the root of `ptx-core`.
    pub function: &'static str,
    /// The rounding.
    pub rounding: Option<Rounding>,
    /// Whether subnormals are flushed.
    pub flush: Option<bool>,
    /// Whether the result is clamped to [0, 1].
    pub saturate: Option<bool>,
    /// The architecture, for a function whose machine sequence depends on it.
    pub sm: Option<u16>,
    /// `map_f64_to_f32`: the sources are narrowed to `f32`, the result is widened.
    pub narrowed: bool,
}

/// The first architecture that keeps subnormals of `.f32`, and that has a `fma.f32`.
const FIRST_WITH_SUBNORMALS: u16 = 20;

/// The `f32` function that serves an `.f64` one under `map_f64_to_f32`.
const NARROWED: &[(&str, &str)] = &[
    ("rcp_f64", "rcp_f32"),
    ("div_f64", "div_f32"),
    ("sqrt_f64", "sqrt_f32"),
    ("rsqrt_approx_f64", "rsqrt_approx_f32"),
];

impl Selection {
    /// The call that computes this instruction; `None` if it only moves bits.
    #[must_use]
    pub fn computation(&self, dialect: &Dialect) -> Option<Call> {
        let (form, words) = self.meaning();
        let Compute::Core { function, by_target } = form.compute else { return None };
        let has = |word: &str| words.contains(&Some(word));
        let optional = |word: &str| form.slots.iter().any(|s| s.name == word && s.optional);
        let rounds = form.slots.iter().any(|s| forms::RND.contains(&s.words[0]));
        let narrowed = dialect.target.is_some_and(|t| t.map_f64_to_f32)
            && form.instruction_type(&words) == Some(Type::F64);
        let always_flushes = dialect.sm() < FIRST_WITH_SUBNORMALS;
        Some(Call {
            function: NARROWED
                .iter()
                .find(|pair| narrowed && pair.0 == function)
                .map_or(function, |pair| pair.1),
            rounding: rounds.then(|| rounding(&words)),
            flush: (optional("ftz") || narrowed).then(|| has("ftz") || always_flushes),
            saturate: optional("sat").then(|| has("sat")),
            sm: by_target.then(|| dialect.sm()),
            narrowed,
        })
    }

    /// The call that computes this instruction.
    ///
    /// # Panics
    /// If the instruction only moves bits; [`Selection::computation`] tells.
    #[must_use]
    pub fn call(&self, dialect: &Dialect) -> Call {
        self.computation(dialect).expect("the instruction is computed by a function")
    }

    /// The form and modifiers that this instruction is short for, or its own.
    fn meaning(&self) -> (&'static Form, Vec<Option<&'static str>>) {
        let own = || (self.form, self.modifiers.clone());
        let Compute::Means(meant) = self.form.compute else { return own() };
        forms::all()
            .filter(|form| form.mnemonic == self.form.mnemonic)
            .find_map(|form| Some((form, form.spelt(meant)?)))
            .unwrap_or_else(own)
    }
}

/// The rounding written; without one, to nearest.
fn rounding(words: &[Option<&str>]) -> Rounding {
    let written = |word: &str| words.contains(&Some(word));
    match () {
        () if written("rz") => Rounding::Rz,
        () if written("rm") => Rounding::Rm,
        () if written("rp") => Rounding::Rp,
        () => Rounding::Rn,
    }
}
