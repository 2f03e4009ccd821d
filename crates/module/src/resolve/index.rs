//! Resolves the index in `table[%r1+4]`.

use crate::resolve::operand::Operand;
use crate::resolve::read::integer;
use crate::resolve::resolver::{RegisterId, Resolver};
use crate::resolve::{Fault, RegisterType};
use crate::syntax::{ExpressionStep, Name, Operand as Written, OperandKind};
use ptx_isa::{Help, Kind, Message, Part, Type};

/// A note with the operands that can be an index.
const INDEX: &str = "an index is a register, a number, or a register plus a number";

impl<'a> Resolver<'a> {
    /// Resolves the index of an array element: a register, a number, or the sum of a register and a number.
    pub(crate) fn index(
        &mut self,
        index: &Written<'a>,
    ) -> Result<(Option<RegisterId>, u64), Fault> {
        let is_register = |name: &Name<'_>| name.text != "WARP_SZ";
        let found = &self.text[index.span.clone()];
        let no_index = Message::new(format!("expected an index, found `{found}`")).note(INDEX);
        match &index.kind {
            OperandKind::Name(name) if is_register(name) => Ok((self.indexing(*name, index)?, 0)),
            OperandKind::Sum(name, added) if is_register(name) => {
                let register = self.indexing(*name, index)?;
                let is_plus = self.is_plus(index, added);
                let (value, found) = (integer(added), &self.text[added.span.clone()]);
                match value {
                    Ok(number) if is_plus => Ok((register, number)),
                    Ok(_) => {
                        let sum =
                            format!("{}+-{}", name.text, found.trim_start_matches(['-', ' ']));
                        let message = no_index.help(Help::write(Part::Word, sum));
                        Err(Fault::new(index.span.clone(), message))
                    }
                    Err(_) => Err(Fault::new(index.span.clone(), no_index)),
                }
            }
            OperandKind::Expression(expression)
                if expression.steps.iter().any(
                    |(step, _)| matches!(step, ExpressionStep::Name(name) if is_register(name)),
                ) =>
            {
                Err(Fault::new(index.span.clone(), no_index))
            }
            _ => Ok((None, integer(index)?)),
        }
    }

    /// Resolves the register of an index. Returns `None` for an undeclared name in an excerpt.
    fn indexing(
        &mut self,
        name: Name<'a>,
        index: &Written<'a>,
    ) -> Result<Option<RegisterId>, Fault> {
        let operand = self.name(name, &index.span, Type::B32)?;
        let found = match operand {
            Operand::Register(id) => match self.registers[id].ty {
                RegisterType::Scalar(ty)
                    if matches!(ty.kind(), Kind::Bits | Kind::Integer) && ty.bits() <= 64 =>
                {
                    return Ok(Some(id));
                }
                RegisterType::Scalar(ty) => format!("`{}`, which is `.{}`", name.text, ty.word()),
                RegisterType::Vector(..) => format!("`{}`, which is a vector", name.text),
                RegisterType::Faulty => return Ok(Some(id)),
            },
            Operand::Undeclared => return Ok(None),
            _ => format!("`{}`", &self.text[index.span.clone()]),
        };
        let message = Message::new(format!("expected a register with an integer, found {found}"));
        let message = match (operand, &index.kind) {
            // Elements of special registers, such as `%tid.x`, have 32 bits.
            (Operand::Special(Name { part: Some(_), .. }), OperandKind::Name(_)) => {
                let found = &self.text[index.span.clone()];
                message.help(self.computed_first("mov.u32", Type::U32, &[found], &index.span))
            }
            _ => message.note(INDEX),
        };
        Err(Fault::new(index.span.clone(), message))
    }
}
