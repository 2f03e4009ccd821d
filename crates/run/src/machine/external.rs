//! Calls of functions that CUDA provides: `vprintf`, `__assertfail`, `malloc` and `free`.
//!
//! Arguments are in the registers from `R4` on, and so is the result. An argument of 8 bytes begins at an even register.

use super::operand::{Own, source};
use super::{Lowered, Machine};
use crate::code::external::{Assertion, Print};
use crate::code::heap::Heap;
use crate::code::{Action, Guard, Reg, Width};
use ptx_module::resolve::flow::Line;
use ptx_sass::{Cubin, Instruction};

impl Machine<'_> {
    /// Adds the operations of `CALL.ABS`, which calls a function that the file does not contain. Each lane goes on with the
    /// next instruction: the address to return to is that of this instruction.
    pub(super) fn external(&mut self, one: &Instruction, guard: Option<Guard>) -> Lowered<()> {
        let externals = &self.cubin.externals;
        if externals.is_empty() {
            return None;
        }
        let address = self.pair(source(one, 0)?, false)?;
        let called = self.new_register(Width::B64, crate::code::Source::Zero);
        self.copy(called, address, false);
        self.emit(Line::Straight, guard, None);
        for (index, name) in externals.iter().enumerate() {
            let address = self.bits(Width::B64, Cubin::external_address(index));
            let predicate = self.new_register(Width::B8, crate::code::Source::Zero);
            self.ptx("setp.eq.u64", &[called, address], &[predicate])?;
            self.before();
            let is_it = Guard { predicate, is_negated: false };
            let is_it = match guard {
                None => is_it,
                Some(guard) => self.both(is_it, guard)?,
            };
            self.function(name)?;
            self.emit(Line::Straight, Some(is_it), None);
        }
        Some(())
    }

    /// Adds the operations of a function.
    fn function(&mut self, name: &str) -> Lowered<()> {
        let low = |machine: &mut Self, at: u8| machine.own(Own::Register(at));
        let pair = |machine: &mut Self, at: u8| -> Lowered<Reg> {
            let words = [low(machine, at), low(machine, at + 1)];
            machine.pack(words[0], words[1])
        };
        let result = low(self, 4);
        match name {
            "malloc" => {
                let (bytes, to) = (pair(self, 4)?, self.temporary(Width::B64));
                self.push(Action::Heap(Heap::Allocate { bytes, to }));
                let high = low(self, 5);
                self.unpack(to, result, high)?;
            }
            "free" => {
                let address = pair(self, 4)?;
                self.push(Action::Heap(Heap::Free { address }));
            }
            "vprintf" => {
                let (format, arguments) = (pair(self, 4)?, pair(self, 6)?);
                self.push(Action::Print(Print { format, arguments, result: Some(result) }));
            }
            "__assertfail" => {
                let (message, file, line) = (pair(self, 4)?, pair(self, 6)?, low(self, 8));
                let (function, size) = (pair(self, 10)?, pair(self, 12)?);
                self.push(Action::Assert(Assertion([message, file, line, function, size])));
            }
            _ => return None,
        }
        Some(())
    }
}
