//! The instructions `atom` and `red`.

use super::{Order, Placed, Reader, Space, order, space};
use crate::resolve::Instruction;
use ptx_isa::Type;

/// An update of memory.
#[derive(Clone, Debug)]
pub struct Atomic<'o, 'a> {
    /// The operation.
    pub operation: AtomicOperation,
    /// The state space that the instruction names.
    pub space: Space,
    /// The type of an element. A value of 128 bits is two elements of `.b64`, updated as one.
    pub ty: Type,
    /// Whether the value has 128 bits.
    pub is_wide: bool,
    /// The registers that receive the old value; none for `red`.
    pub to: Vec<Placed<'o, 'a>>,
    /// The address.
    pub address: Placed<'o, 'a>,
    /// The operand of the operation. For `cas`, the value to compare with.
    pub b: Vec<Placed<'o, 'a>>,
    /// The new value of `cas`.
    pub c: Vec<Placed<'o, 'a>>,
    /// The memory ordering.
    pub order: Order,
}

/// The operation of an `atom`, `red` or `cp.reduce` instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOperation {
    /// `.add`
    Add,
    /// `.min`
    Min,
    /// `.max`
    Max,
    /// `.inc`
    Inc,
    /// `.dec`
    Dec,
    /// `.and`
    And,
    /// `.or`
    Or,
    /// `.xor`
    Xor,
    /// `.exch`
    Exch,
    /// `.cas`
    Cas,
}

impl<'o, 'a> Reader<'o, '_, 'a> {
    /// Returns `None` if the instruction has no type or no known operation.
    pub(super) fn atomic(&self) -> Option<Atomic<'o, 'a>> {
        let ty = self.instruction.selection.instruction_type()?;
        let operation = atomic_operation(self.instruction)?;
        let first = usize::from(self.instruction.selection.is_destination(0));
        let is_wide = ty == Type::B128;
        let all = |i| self.elements(i, is_wide);
        Some(Atomic {
            operation,
            space: space(self.instruction),
            ty: if is_wide { Type::B64 } else { ty },
            is_wide,
            to: if first == 1 { all(0) } else { Vec::new() },
            address: self.operand(first),
            b: all(first + 1),
            c: if operation == AtomicOperation::Cas { all(first + 2) } else { Vec::new() },
            order: order(self.instruction),
        })
    }
}

/// Returns the operation that an `atom`, `red` or `cp.reduce` instruction names.
#[must_use]
pub fn atomic_operation(instruction: &Instruction<'_>) -> Option<AtomicOperation> {
    instruction.selection.modifiers.iter().flatten().find_map(|word| {
        Some(match *word {
            "add" => AtomicOperation::Add,
            "min" => AtomicOperation::Min,
            "max" => AtomicOperation::Max,
            "inc" => AtomicOperation::Inc,
            "dec" => AtomicOperation::Dec,
            "and" => AtomicOperation::And,
            "or" => AtomicOperation::Or,
            "xor" => AtomicOperation::Xor,
            "exch" => AtomicOperation::Exch,
            "cas" => AtomicOperation::Cas,
            _ => return None,
        })
    })
}
