//! What later instructions read besides their operands: the condition code, and the predicate that
//! compares low words. Each must have been written before.

use ptx_isa::sass::Selection;
use ptx_isa::sass::operand::{Base, Operand};
use ptx_isa::{At, Fault, Message};
use std::collections::HashSet;

/// What wrote the condition code last.
#[derive(Clone, Copy, Default, PartialEq)]
enum Code {
    /// Nothing yet.
    #[default]
    Unwritten,
    /// A sum or a difference of single words.
    Word,
    /// One that added a carry: whether all of its words are zero is not known.
    Longer,
}

/// What was written so far.
#[derive(Default)]
pub(super) struct Flags {
    code: Code,
    predicates: HashSet<u16>,
    /// Whether an instruction was faulty, which may have written anything.
    is_unknown: bool,
}

impl Flags {
    /// Goes past an instruction; an error if something that it reads was not written.
    pub(super) fn step(&mut self, chosen: &Selection, operands: &[Operand]) -> Result<(), Fault> {
        if !self.is_unknown {
            self.check(chosen, operands)?;
        }
        if operands.first().is_some_and(|operand| operand.carry) {
            self.code = if chosen.row.flags().is_empty() { Code::Word } else { Code::Longer };
        }
        for (slot, operand) in chosen.row.operands.iter().zip(operands) {
            if let (true, Base::Predicate(Some(number))) = (slot.is_destination, &operand.base) {
                self.predicates.insert(*number);
            }
        }
        Ok(())
    }

    /// Goes past a faulty instruction.
    pub(super) fn forget(&mut self) {
        self.is_unknown = true;
    }

    fn check(&self, chosen: &Selection, operands: &[Operand]) -> Result<(), Fault> {
        let name = chosen.spelling();
        match (chosen.row.flags(), self.code) {
            ([_, ..], Code::Unwritten) => {
                let what = format!("`{name}` reads the carry flag before it is written");
                return Err(Fault::new(At::Mnemonic, what)
                    .note("an instruction with `.CC` writes it")
                    .help("begin with the low words: `IADD R0.CC, R2, R4;`"));
            }
            ([_, _, ..], Code::Longer) => {
                let what = format!("`{name}` after `.X` with `.CC` is not supported");
                return Err(Fault::new(At::Mnemonic, what)
                    .note("NVIDIA has not published when more than two words are equal"));
            }
            _ => {}
        }
        match operands.last() {
            Some(Operand { base: Base::Predicate(Some(number)), .. })
                if chosen.row.continues() && !self.predicates.contains(number) =>
            {
                let what = format!("`{name}` reads `P{number}` before it is written");
                let message = Message::new(what)
                    .note("it is the result of the same comparison of the low words")
                    .help(format!(
                        "compare them before: `ISETP.LT.U32.AND P{number}, PT, R2, R4, PT;`"
                    ));
                Err(Fault::new(At::Operand(operands.len() - 1), message))
            }
            _ => Ok(()),
        }
    }
}
