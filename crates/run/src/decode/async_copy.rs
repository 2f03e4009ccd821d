//! Decodes `cp.async` and the instructions that wait for its copies.

use super::{Body, Decoder};
use crate::code::copy::{AsyncCopy, Read};
use crate::code::{Access, Action, Order, Site, Width};
use crate::memory::address::Space;
use ptx_isa::Type;
use ptx_isa::literal::Literal;
use ptx_module::resolve::{Fault, Instruction, Operand};

impl<'a> Decoder<'a, '_> {
    pub(super) fn async_copy(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let mut place = |i: usize, space| -> Result<Access, Fault> {
            let (_, address, offset) =
                self.address(body, instruction, &operands[i], &written.operands[i].span)?;
            let (width, values) = (Width::B32, Vec::new());
            let order = Order::default();
            Ok(Access { space, address, offset, width, is_signed: false, values, order })
        };
        let (to, from) = (place(0, Space::Shared)?, place(1, Space::Global)?);
        let bytes = number(&operands[2]).unwrap_or_default() as usize;
        let last = operands.get(3).zip(selection.operand_type(3));
        let read = match last.zip(written.operands.get(3)) {
            Some(((operand, ty @ Type::U32), at)) => {
                Read::Count(self.value(body, operand, &at.span, ty)?)
            }
            Some(((operand, ty @ Type::Pred), at)) => {
                Read::Unless(self.value(body, operand, &at.span, ty)?)
            }
            _ => Read::All,
        };
        let place = self.sites.last().map(Site::shown).unwrap_or_default().into();
        self.push(Action::AsyncCopy(AsyncCopy { to, from, bytes, read, place }));
        Ok(())
    }

    /// Decodes `cp.async.wait_group` and `cp.async.wait_all`.
    pub(super) fn async_wait(&mut self, instruction: &Instruction<'a>) {
        self.push(Action::AsyncWait(instruction.operands.first().and_then(number)));
    }
}

pub(super) fn number(operand: &Operand<'_>) -> Option<u64> {
    match operand {
        Operand::Immediate(Literal::Integer(number)) => Some(*number),
        _ => None,
    }
}
