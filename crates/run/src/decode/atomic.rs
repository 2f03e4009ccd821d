//! Decodes `atom` and `red`.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::atomic::{self, Update};
use crate::code::{Access, Action, Reg, Width};
use ptx_isa::Type;
use ptx_module::operation::{Atomic, AtomicOperation as Op, Placed};
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    pub(super) fn atomic(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        one: &Atomic<'_, 'a>,
    ) -> Result<(), Fault> {
        let (ty, is_wide, space) = (one.ty, one.is_wide, one.space);
        let Some(update) = update(one.operation, ty) else {
            return Err(not_supported(instruction));
        };
        let (operand, at) = &one.address;
        let (space, address, offset) = self.address_in(space, body, operand, at)?;
        let mut to = Vec::new();
        for (operand, at) in &one.to {
            to.push(self.destination(body, operand, at)?);
        }
        let mut values = |all: &[Placed<'_, 'a>]| -> Result<Vec<Reg>, Fault> {
            all.iter().map(|(operand, at)| self.value(body, operand, at, ty)).collect()
        };
        let (b, c) = (values(&one.b)?, values(&one.c)?);
        let (width, is_signed, order) = (Width::of_bits(ty.bits()), false, one.order);
        let access = Access { space, address, offset, width, is_signed, values: Vec::new(), order };
        to.resize(b.len(), None);
        let alignment = width.bytes() * b.len();
        let one = atomic::Atomic {
            access: Access { values: to.clone(), ..access.clone() },
            update,
            b: b[0],
            c: c.first().copied(),
            high: is_wide.then(|| [b[1], *c.get(1).unwrap_or(&b[1])]),
            alignment,
            is_result_used: false,
        };
        if is_wide || b.len() == 1 {
            self.push(Action::Atomic(one));
            return Ok(());
        }
        // The elements of a vector are separate operations. No result may replace an operand of a later element.
        let mut copies = Vec::new();
        for (i, (b, to)) in b.into_iter().zip(to).enumerate() {
            let from = to.map(|_| self.new_register(width));
            copies.extend(from.zip(to));
            let offset = offset.wrapping_add((i * width.bytes()) as u64);
            let access = Access { values: vec![from], offset, ..access.clone() };
            let alignment = if i == 0 { alignment } else { width.bytes() };
            self.push(Action::Atomic(atomic::Atomic { access, b, alignment, ..one.clone() }));
        }
        for (from, to) in copies {
            self.push(Action::Copy { to, from, is_signed: false });
        }
        Ok(())
    }
}

/// Returns how an operation updates a value of a type. Returns `None` if the operation does not exist on this type.
pub(super) fn update(operation: Op, ty: Type) -> Option<Update> {
    let is_signed = matches!(ty, Type::S32 | Type::S64);
    Some(match (operation, ty) {
        (Op::Add, Type::F32) => Update::AddF32,
        (Op::Add, Type::F64) => Update::AddF64,
        (Op::Add, Type::F16) => Update::AddF16,
        (Op::Add, Type::F16x2) => Update::AddF16x2,
        (Op::Add, Type::Bf16) => Update::AddBf16,
        (Op::Add, Type::Bf16x2) => Update::AddBf16x2,
        (Op::Add, _) => Update::Add,
        (Op::Min, Type::F16) => Update::MinF16,
        (Op::Min, Type::F16x2) => Update::MinF16x2,
        (Op::Min, Type::Bf16) => Update::MinBf16,
        (Op::Min, Type::Bf16x2) => Update::MinBf16x2,
        (Op::Max, Type::F16) => Update::MaxF16,
        (Op::Max, Type::F16x2) => Update::MaxF16x2,
        (Op::Max, Type::Bf16) => Update::MaxBf16,
        (Op::Max, Type::Bf16x2) => Update::MaxBf16x2,
        (Op::Min | Op::Max, Type::F32 | Type::F64) => return None,
        (Op::Min, _) if is_signed => Update::MinSigned,
        (Op::Max, _) if is_signed => Update::MaxSigned,
        (Op::Min, _) => Update::Min,
        (Op::Max, _) => Update::Max,
        (Op::Inc, _) => Update::Increment,
        (Op::Dec, _) => Update::Decrement,
        (Op::And, _) => Update::And,
        (Op::Or, _) => Update::Or,
        (Op::Xor, _) => Update::Xor,
        (Op::Exch, _) => Update::Exchange,
        (Op::Cas, _) => Update::CompareAndSwap,
    })
}
