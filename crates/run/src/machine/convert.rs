//! Conversions that the table of `ptx-isa` does not have, and their sources.

use super::operand::source;
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_sass::{Instruction, Part};

impl Machine<'_> {
    /// Adds the operations of `F2I` without `.NTZ`. Then a binary32 NaN becomes 0x80000000 if the integer has 32 bits.
    pub(super) fn conversion(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        const OTHERS: [&str; 9] = ["U8", "S8", "U16", "S16", "U64", "S64", "F16", "BF16", "F64"];
        if name != "F2I" || one.has("NTZ") {
            return None;
        }
        let mut plain = one.clone();
        plain.modifiers.push("NTZ");
        if OTHERS.into_iter().any(|word| one.has(word)) {
            return self.of_row(&plain, name);
        }
        let from = self.real(one, 1)?;
        let is_nan = self.value("testp.notanumber.f32", Width::B8, &[from])?;
        self.of_row(&plain, name)?;
        let (of_nan, to) = (self.word(0x8000_0000), self.result(one, 0)?);
        self.ptx("selp.b32", &[of_nan, to, is_nan], &[to])
    }

    /// Returns a source that is a half.
    pub(super) fn float_source(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        let mut from = source(one, at)?;
        let is_upper = matches!(from.part, Part::Upper | Part::High);
        from.part = Part::Whole;
        let from = self.halves(from)?;
        if !is_upper {
            return Some(from);
        }
        let amount = self.word(16);
        self.value("shr.u32", Width::B32, &[from, amount])
    }
}
