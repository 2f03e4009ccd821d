//! Counts the differences between operands and a form, so that messages describe the form that fits
//! the operands best. Unknown operands do not count as differences.

use super::{Operand, OperandSlot};
use crate::lanes::Lanes;
use crate::selection::Selection;

impl Selection {
    /// Returns the number of registers that the form accepts although their type differs from the type in the form.
    /// Adds 1 for a wrong number of operands. Returns `None` if the form does not accept an operand.
    pub(crate) fn differences(&self, operands: &[Operand]) -> Option<u32> {
        let pairs = self.operands().zip(operands).enumerate();
        let types: Option<u32> =
            pairs.map(|(i, (slot, operand))| self.type_differences(i, slot, operand)).sum();
        Some(types? + u32::from(!operands.is_empty() && !self.takes_count(operands.len())))
    }

    fn type_differences(&self, i: usize, slot: &OperandSlot, operand: &Operand) -> Option<u32> {
        let Some(ty) = self.operand_type(i) else { return Some(0) };
        let lacks_lanes = slot.lanes.is_some_and(Lanes::is_required) && operand.lanes().is_none();
        if lacks_lanes || !self.shape_fits(slot, operand) {
            return None;
        }
        match operand {
            Operand::Register { ty: Some(register), .. } => {
                self.takes(ty, *register).then(|| u32::from(*register != ty))
            }
            Operand::Immediate(literal) if i > 0 => literal.bits(ty).ok().map(|_| 0),
            Operand::Vector(items) => {
                let of = |item: &Operand| match item {
                    Operand::Register { ty: Some(register), .. } => {
                        self.takes(ty, *register).then_some(0)
                    }
                    _ => Some(0),
                };
                items.iter().map(of).sum()
            }
            _ => Some(0),
        }
    }
}
