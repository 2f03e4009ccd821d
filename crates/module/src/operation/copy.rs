//! The instruction `cp.async`.

use super::{Placed, Reader};
use crate::resolve::Operand;
use ptx_isa::Type;
use ptx_isa::literal::Literal;

/// A copy from global to shared memory.
#[derive(Clone, Debug)]
pub struct AsyncCopy<'o, 'a> {
    /// The address in shared memory.
    pub to: Placed<'o, 'a>,
    /// The address in global memory.
    pub from: Placed<'o, 'a>,
    /// The number of bytes that the copy writes: 4, 8 or 16.
    pub bytes: usize,
    /// The number of bytes that the copy reads.
    pub read: Read<'o, 'a>,
}

/// The number of bytes that a copy reads. The copy fills the other bytes of the destination with zeros.
#[derive(Clone, Debug)]
pub enum Read<'o, 'a> {
    /// As many as it writes.
    All,
    /// This number.
    Count(Placed<'o, 'a>),
    /// None if this predicate is true, else as many as it writes.
    Unless(Placed<'o, 'a>),
}

impl<'o, 'a> Reader<'o, '_, 'a> {
    pub(super) fn async_copy(&self) -> AsyncCopy<'o, 'a> {
        let operands = &self.instruction.operands;
        let last = self.instruction.selection.operand_type(3).filter(|_| operands.len() > 3);
        AsyncCopy {
            to: self.operand(0),
            from: self.operand(1),
            bytes: number(&operands[2]).unwrap_or_default() as usize,
            read: match last {
                Some(Type::U32) => Read::Count(self.operand(3)),
                Some(Type::Pred) => Read::Unless(self.operand(3)),
                _ => Read::All,
            },
        }
    }
}

/// Returns the value of an integer literal.
#[must_use]
pub fn number(operand: &Operand<'_>) -> Option<u64> {
    match operand {
        Operand::Immediate(Literal::Integer(number)) => Some(*number),
        _ => None,
    }
}
