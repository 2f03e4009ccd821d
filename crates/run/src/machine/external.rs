//! Calls of absolute addresses: of functions that were linked, and of those that CUDA provides, which are `vprintf`,
//! `__assertfail`, `malloc`, `free` and the copies to shared memory of the cluster.
//!
//! Arguments are in the registers from `R4` on, and so is the result. An argument of 8 bytes begins at an even register.

use super::operand::{Own, number, source};
use super::{Lowered, Machine};
use crate::code::external::{Assertion, Print};
use crate::code::heap::Heap;
use crate::code::{Action, Guard, Reg, Source, Width};
use ptx_module::resolve::flow::Line;
use ptx_sass::{AddressOperand, Cubin, Instruction, Target};

impl Machine<'_> {
    /// Adds the operations of an instruction with an operand that the loader fills in.
    pub(super) fn relocated(
        &mut self,
        one: &Instruction,
        operand: AddressOperand,
        guard: Option<Guard>,
    ) -> Lowered<()> {
        let AddressOperand { target, addend, is_high } = operand;
        match (one.name, target) {
            ("CALL.ABS", Target::External(index)) => {
                let name = self.cubin.externals.get(index)?;
                self.function(name)?;
            }
            ("MOV" | "UMOV", _) => {
                let address = match target {
                    Target::Unknown => return None,
                    Target::Object(number) => {
                        self.known(Width::B64, Source::Variable(number, addend as u64))
                    }
                    Target::External(index) => {
                        self.bits(Width::B64, Cubin::external_address(index))
                    }
                    Target::Function(index) => {
                        self.bits(Width::B64, Cubin::function_address(index))
                    }
                };
                let words = [self.temporary(Width::B32), self.temporary(Width::B32)];
                self.unpack(address, words[0], words[1])?;
                let to = self.result(one, 0)?;
                self.copy(to, words[usize::from(is_high)], false);
            }
            _ => return None,
        }
        self.emit(Line::Straight, guard, None);
        Some(())
    }

    /// Adds the operations of `CALL.ABS`.
    pub(super) fn absolute(&mut self, one: &Instruction, guard: Option<Guard>) -> Lowered<()> {
        match number(one, 0) {
            Some(to) => {
                let to = *self.labels.get(&to)?;
                self.emit(Line::Jump { to, is_guarded: guard.is_some() }, guard, None);
                Some(())
            }
            None => self.call_of_register(one, guard),
        }
    }

    /// Adds the operations of a call of the address in a register. After a function that the file does not contain, each
    /// lane goes on with the next instruction: the address to return to is that of this instruction.
    fn call_of_register(&mut self, one: &Instruction, guard: Option<Guard>) -> Lowered<()> {
        let externals = &self.cubin.externals;
        let functions = self.called();
        if externals.is_empty() && functions.is_empty() {
            return None;
        }
        let address = self.pair(source(one, 0)?, false)?;
        let called = self.new_register(Width::B64, Source::Zero);
        self.copy(called, address, false);
        self.emit(Line::Straight, guard, None);
        for (index, name) in externals.iter().enumerate() {
            let address = self.bits(Width::B64, Cubin::external_address(index));
            let predicate = self.new_register(Width::B8, Source::Zero);
            self.ptx("setp.eq.u64", &[called, address], &[predicate])?;
            self.before();
            let is_it = self.narrowed(guard, predicate)?;
            self.function(name)?;
            self.emit(Line::Straight, Some(is_it), None);
        }
        if functions.is_empty() {
            return Some(());
        }
        let first = self.bits(Width::B64, Cubin::external_address(0));
        let predicate = self.new_register(Width::B8, Source::Zero);
        self.ptx("setp.lt.u64", &[called, first], &[predicate])?;
        self.before();
        let is_here = self.narrowed(guard, predicate)?;
        self.switch_to(called, Some(is_here), &functions)
    }

    /// Returns the addresses by which the code may call its functions, each with the address in the code.
    pub(super) fn called(&self) -> Vec<(u64, u64)> {
        let own = self.kernel.functions.iter().map(|one| (*one, *one));
        let addressed = self.kernel.addressed.iter().enumerate();
        own.chain(addressed.map(|(i, one)| (Cubin::function_address(i), *one))).collect()
    }

    /// Returns the guard that holds where `guard` and a predicate hold.
    fn narrowed(&mut self, guard: Option<Guard>, predicate: Reg) -> Lowered<Guard> {
        let is_it = Guard { predicate, is_negated: false };
        match guard {
            None => Some(is_it),
            Some(guard) => self.both(is_it, guard),
        }
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
            _ => self.copy_of_system(name.strip_prefix("__cuda_syscall_cp_async_bulk_")?)?,
        }
        Some(())
    }
}
