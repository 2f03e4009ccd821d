//! Decodes instructions that only compute registers. Such instructions become loops of `ptx-loops`.

use super::{Body, Decoder};
use crate::code::compute::Compute;
use crate::code::{Action, Reg, Width};
use ptx_isa::{Argument, Call, Flag, Returns, Rust};
use ptx_module::operation;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    pub(super) fn compute(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        one: &operation::Compute<'_, 'a>,
    ) -> Result<(), Fault> {
        let operation::Compute { computation, sources: all, destinations, is_wide } = one;
        let mut sources = Vec::new();
        for ((operand, at), ty) in all {
            sources.push(self.value(body, operand, at, *ty)?);
        }
        let mut receivers = Vec::new();
        let mut copies = Vec::new();
        for (to, ty) in destinations {
            let to = match to {
                Some((operand, at)) => self.destination(body, operand, at)?,
                None => None,
            };
            let (receiver, copy) = self.receiver(to, *ty);
            receivers.push(receiver);
            copies.extend(copy);
        }
        if let Some(flag) = computation.value.reads_carry() {
            let carry = self.carry(body);
            sources.push(match flag {
                Flag::Carry => carry,
                Flag::Borrow => {
                    let borrow = self.temporary(Width::B8);
                    self.push(Action::Not { to: borrow, from: carry });
                    borrow
                }
            });
        }
        if let Some(flag) = computation.writes_carry {
            let carry = self.carry(body);
            receivers.push(match flag {
                Flag::Carry => carry,
                Flag::Borrow => {
                    let borrow = self.temporary(Width::B8);
                    copies.push(Action::Not { to: carry, from: borrow });
                    borrow
                }
            });
        }
        let done = match *is_wide {
            true => self.move_halves(&sources, &receivers),
            false => self.tree(&computation.value, &sources, &receivers),
        };
        done.ok_or_else(|| {
            let what = format!("`{}` has no loop", instruction.selection.spelling());
            Fault::new(instruction.written.spelling_span(), what)
        })?;
        copies.into_iter().for_each(|copy| self.push(copy));
        Ok(())
    }

    /// Adds the operations that compute an instruction. The instruction table describes the instruction by `value`:
    /// nested calls of `ptx-core` functions. If a call reads the carry flag, the flag is the last source.
    pub(super) fn tree(
        &mut self,
        value: &Argument,
        sources: &[Reg],
        results: &[Reg],
    ) -> Option<()> {
        match value {
            Argument::Source(i, _) => {
                self.push(Action::Copy { to: results[0], from: sources[*i], is_signed: false });
                return Some(());
            }
            Argument::Array(_) => {
                self.moves(sources, results);
                return Some(());
            }
            _ => {}
        }
        let all = Compute::all(value, sources, results, |width| self.temporary(width))?;
        all.into_iter().for_each(|one| self.push(Action::Compute(one)));
        Some(())
    }

    /// Adds the operations of `mov.b128`. One side consists of two registers of 64 bits. The other side consists of two
    /// registers of 64 bits, or of four registers of 32 bits.
    fn move_halves(&mut self, sources: &[Reg], results: &[Reg]) -> Option<()> {
        let call = |function: &str, arguments: Vec<Argument>, returns| {
            Argument::Call(Call { function: function.into(), arguments, returns })
        };
        let source = |i, ty| Argument::Source(i, ty);
        match (sources, results) {
            ([_, _], [_, _]) => self.moves(sources, results),
            ([_, _, _, _], [_, _]) => {
                let words = vec![source(0, Rust::U32), source(1, Rust::U32)];
                let pack = call("pack_b64_b32", words, Returns::One(Rust::U64));
                for (pair, half) in sources.chunks(2).zip(results) {
                    self.tree(&pack, pair, &[*half])?;
                }
            }
            _ => {
                let returns = Returns::Array(Rust::U32, 2);
                let unpack = call("unpack_b64_b32", vec![source(0, Rust::U64)], returns);
                for (half, pair) in sources.iter().zip(results.chunks(2)) {
                    self.tree(&unpack, &[*half], pair)?;
                }
            }
        }
        Some(())
    }

    /// Copies registers to other registers as if all copies happened at once: a source that is also a destination is
    /// first copied to a temporary register.
    fn moves(&mut self, sources: &[Reg], results: &[Reg]) {
        let mut copied = Vec::new();
        for from in sources {
            copied.push(match results.contains(from) {
                false => *from,
                true => {
                    let to = self.temporary(self.slots[*from].width);
                    self.push(Action::Copy { to, from: *from, is_signed: false });
                    to
                }
            });
        }
        for (to, from) in results.iter().zip(copied) {
            self.push(Action::Copy { to: *to, from, is_signed: false });
        }
    }
}
