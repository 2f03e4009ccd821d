//! Checks that an earlier instruction has written the flags that an instruction reads. Instructions
//! on the higher words of a long integer read flags: the condition code, or the predicate with the
//! result of comparing the low words.

use ptx_isa::sass::Selection;
use ptx_isa::sass::operand::{Base, Operand, Register};
use ptx_isa::{At, Fault, Message};
use std::collections::HashSet;

/// The kind of instruction that last wrote the condition code.
#[derive(Clone, Copy, Default, PartialEq)]
enum Code {
    /// No instruction.
    #[default]
    Unwritten,
    /// A sum or difference without a carry-in.
    Word,
    /// A sum or difference with a carry-in (`.X`). NVIDIA has not published whether its zero flag
    /// also covers the low words.
    Longer,
}

/// The state of the condition code and the predicates.
#[derive(Default)]
pub(super) struct Flags {
    code: Code,
    predicates: HashSet<Register>,
    /// Whether an earlier instruction was faulty. A faulty instruction may have written any flag.
    is_unknown: bool,
}

impl Flags {
    /// Checks the flags that an instruction reads, and records the flags that it writes.
    pub(super) fn step(&mut self, chosen: &Selection, operands: &[Operand]) -> Result<(), Fault> {
        if !self.is_unknown {
            self.check(chosen, operands)?;
        }
        if operands.first().is_some_and(|operand| operand.carry) {
            self.code = if chosen.row.flags().is_empty() { Code::Word } else { Code::Longer };
        }
        for (slot, operand) in chosen.row.operands.iter().zip(operands) {
            if let (true, Base::Predicate(Some(register))) = (slot.is_destination, &operand.base) {
                self.predicates.insert(*register);
            }
        }
        Ok(())
    }

    /// Records a faulty instruction, which may have written any flag.
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
                    .note("NVIDIA has not published how `.X` with `.CC` sets the zero flag"));
            }
            _ => {}
        }
        match operands.last() {
            Some(Operand { base: Base::Predicate(Some(register)), .. })
                if chosen.row.continues() && !self.predicates.contains(register) =>
            {
                let what = format!("`{name}` reads `{register}` before it is written");
                let message = Message::new(what)
                    .note("it must hold the result of the same comparison of the low words")
                    .help(format!(
                        "compare them before: `ISETP.LT.U32.AND {register}, PT, R2, R4, PT;`"
                    ));
                Err(Fault::new(At::Operand(operands.len() - 1), message))
            }
            _ => Ok(()),
        }
    }
}
