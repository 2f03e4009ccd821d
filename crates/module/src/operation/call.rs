//! The instruction `call`.

use super::{Placed, Reader};
use crate::resolve::{Meaning, Operand, Symbol};
use crate::syntax::{OperandKind, Span};
use ptx_isa::forms::Shape;

/// A call.
#[derive(Clone, Debug, Default)]
pub struct Call<'o, 'a> {
    /// The registers and variables that receive the results.
    pub returned: Vec<Placed<'o, 'a>>,
    /// The name of the called function, with its span; `None` for a call through an address.
    pub callee: Option<(&'a str, &'o Span)>,
    /// The arguments.
    pub passed: Vec<Placed<'o, 'a>>,
}

impl<'o, 'a> Reader<'o, '_, 'a> {
    pub(super) fn call(&self) -> Call<'o, 'a> {
        let instruction = self.instruction;
        let mut call = Call::default();
        let pairs = instruction.operands.iter().zip(&instruction.written.operands);
        for (slot, (operand, written)) in instruction.selection.form.operands.iter().zip(pairs) {
            match (operand, &written.kind, slot.shape) {
                (Operand::List(items), OperandKind::List(written), Shape::List) => {
                    let list = match call.callee {
                        None => &mut call.returned,
                        Some(_) => &mut call.passed,
                    };
                    list.extend(items.iter().cloned().zip(written.iter().map(|one| &one.span)));
                }
                (Operand::Symbol(Symbol { name, meaning: Meaning::Function, .. }), ..) => {
                    call.callee = Some((name, &written.span));
                }
                _ => {}
            }
        }
        call
    }
}
