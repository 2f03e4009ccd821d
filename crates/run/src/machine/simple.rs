//! Simpler instructions for those with operands that are known, such as `RZ` and `PT`.

use super::Machine;
use crate::code::{Reg, Source};
use std::borrow::Cow;

/// An instruction with the same results as another one.
pub(super) enum Simple<'s> {
    /// A PTX instruction, its sources, and the number of its results.
    Instruction(Cow<'s, str>, Vec<Reg>, usize),
    /// A copy of a register.
    Copy(Reg),
}

impl Machine<'_> {
    /// Returns a simpler instruction with the same results, or the instruction itself. Machine code writes copies as
    /// `IMAD.MOV`, and all combinations of bits as `LOP3` with a table.
    pub(super) fn simple<'s>(
        &self,
        spelling: &'s str,
        sources: &[Reg],
        results: &[Reg],
    ) -> Simple<'s> {
        let known = |at: usize| match self.slots[*sources.get(at)?].source {
            Source::Bits(bits) => Some(bits),
            _ => None,
        };
        let of = |spelling, places: &[usize]| {
            let sources = places.iter().map(|at| sources[*at]).collect();
            Simple::Instruction(Cow::Borrowed(spelling), sources, results.len())
        };
        match (spelling, [known(0), known(1), known(2), known(3)]) {
            ("lop3.b32", [.., Some(0xc0)]) => of("and.b32", &[0, 1]),
            ("lop3.b32", [.., Some(0xfc)]) => of("or.b32", &[0, 1]),
            ("lop3.b32", [.., Some(0x3c)]) => of("xor.b32", &[0, 1]),
            ("lop3.b32", [.., Some(0x0f)]) => of("not.b32", &[0]),
            ("lop3.b32", [.., Some(0x33)]) => of("not.b32", &[1]),
            ("lop3.b32", [.., Some(0xf0)]) => Simple::Copy(sources[0]),
            ("lop3.b32", [.., Some(0xcc)]) => Simple::Copy(sources[1]),
            ("lop3.b32", [.., Some(0xaa)]) => Simple::Copy(sources[2]),
            ("mad.lo.s32", [Some(0), ..] | [_, Some(0), ..]) => Simple::Copy(sources[2]),
            ("mad.lo.s32", [_, Some(1), Some(0), _]) => Simple::Copy(sources[0]),
            ("mad.lo.s32", [_, Some(1), ..]) => of("add.s32", &[0, 2]),
            ("mad.lo.s32", [_, _, Some(0), _]) => of("mul.lo.s32", &[0, 1]),
            ("and.pred", [Some(1), ..])
            | ("or.pred" | "add.s32" | "add.s64", [Some(0), ..])
            | ("selp.b32" | "selp.b64", [_, _, Some(0), _]) => Simple::Copy(sources[1]),
            ("and.pred", [_, Some(1), ..])
            | ("or.pred" | "add.s32" | "add.s64", [_, Some(0), ..])
            | ("selp.b32" | "selp.b64", [_, _, Some(1), _]) => Simple::Copy(sources[0]),
            (_, [_, _, Some(1), None]) if self.is_comparison(spelling, results) => {
                let spelling = Cow::Owned(spelling.replacen(".and.", ".", 1));
                Simple::Instruction(spelling, sources[..2].to_vec(), 1)
            }
            _ => Simple::Instruction(Cow::Borrowed(spelling), sources.to_vec(), results.len()),
        }
    }

    /// Returns whether an instruction is a comparison, combined by `and`, of which only the first result is read. A
    /// comparison of two halves always has two results.
    fn is_comparison(&self, spelling: &str, results: &[Reg]) -> bool {
        spelling.starts_with("setp.")
            && !spelling.ends_with("x2")
            && spelling.contains(".and.")
            && results.get(1).is_none_or(|one| self.is_temporary(*one))
    }
}
