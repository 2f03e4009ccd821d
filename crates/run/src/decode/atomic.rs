//! Decodes `atom` and `red`.

use super::effect::{not_supported, order};
use super::{Body, Decoder};
use crate::code::atomic::{Atomic, Update};
use crate::code::{Access, Action, Width};
use ptx_isa::Type;
use ptx_module::resolve::{Fault, Instruction, Operand};

impl<'a> Decoder<'a, '_> {
    pub(super) fn atomic(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let ty = selection.instruction_type().filter(|ty| ty.bits() <= 64);
        let is_vector = operands.iter().any(|one| matches!(one, Operand::Vector(_)));
        let supported =
            ty.filter(|_| !is_vector).and_then(|ty| Some((ty, update(instruction, ty)?)));
        let Some((ty, update)) = supported else {
            return Err(not_supported(instruction));
        };
        let first = usize::from(selection.is_destination(0));
        let to = match first {
            1 => self.destination(body, &operands[0], &written.operands[0].span)?,
            _ => None,
        };
        let mut value = |i: usize| self.value(body, &operands[i], &written.operands[i].span, ty);
        let b = value(first + 1)?;
        let c = match update {
            Update::CompareAndSwap => Some(value(first + 2)?),
            _ => None,
        };
        let at = &written.operands[first].span;
        let (space, address, offset) = self.address(body, instruction, &operands[first], at)?;
        let width = Width::of_bits(ty.bits());
        let order = order(instruction);
        let values = vec![to];
        let access = Access { space, address, offset, width, is_signed: false, values, order };
        self.push(Action::Atomic(Atomic { access, update, b, c, is_result_used: false }));
        Ok(())
    }
}

/// Returns the update that an `atom`, `red` or `cp.reduce` instruction makes.
pub(super) fn update(instruction: &Instruction<'_>, ty: Type) -> Option<Update> {
    let is_signed = matches!(ty, Type::S32 | Type::S64);
    instruction.selection.modifiers.iter().flatten().find_map(|word| {
        Some(match (*word, ty) {
            ("add", Type::F32) => Update::AddF32,
            ("add", Type::F64) => Update::AddF64,
            ("add", Type::F16) => Update::AddF16,
            ("add", Type::F16x2) => Update::AddF16x2,
            ("add", Type::Bf16) => Update::AddBf16,
            ("add", Type::Bf16x2) => Update::AddBf16x2,
            ("add", _) => Update::Add,
            ("min", _) if is_signed => Update::MinSigned,
            ("max", _) if is_signed => Update::MaxSigned,
            ("min", _) => Update::Min,
            ("max", _) => Update::Max,
            ("inc", _) => Update::Increment,
            ("dec", _) => Update::Decrement,
            ("and", _) => Update::And,
            ("or", _) => Update::Or,
            ("xor", _) => Update::Xor,
            ("exch", _) => Update::Exchange,
            ("cas", _) => Update::CompareAndSwap,
            _ => return None,
        })
    })
}
