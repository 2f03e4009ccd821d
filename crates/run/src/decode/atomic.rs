//! Decodes `atom` and `red`.

use super::compute::expand;
use super::effect::{not_supported, order};
use super::{Body, Decoder, elements};
use crate::code::atomic::{Atomic, Update};
use crate::code::{Access, Action, Reg, Width};
use ptx_isa::Type;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    pub(super) fn atomic(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let Some(ty) = selection.instruction_type() else { return Err(not_supported(instruction)) };
        let Some(update) = update(instruction, ty) else { return Err(not_supported(instruction)) };
        let first = usize::from(selection.is_destination(0));
        let at = &written.operands[first].span;
        let (space, address, offset) = self.address(body, instruction, &operands[first], at)?;
        // A value of 128 bits has two registers of 64 bits.
        let (is_wide, ty) = if ty == Type::B128 { (true, Type::B64) } else { (false, ty) };
        let all = |body: &Body<'a>, i: usize| {
            expand(body, elements(&operands[i], &written.operands[i]), is_wide)
        };
        let mut to = Vec::new();
        if first == 1 {
            for (operand, at) in all(body, 0) {
                to.push(self.destination(body, &operand, at)?);
            }
        }
        let mut values = |body: &mut Body<'a>, i: usize| -> Result<Vec<Reg>, Fault> {
            let all = all(body, i);
            all.iter().map(|(operand, at)| self.value(body, operand, at, ty)).collect()
        };
        let b = values(body, first + 1)?;
        let c = match update {
            Update::CompareAndSwap => values(body, first + 2)?,
            _ => Vec::new(),
        };
        let (width, is_signed, order) = (Width::of_bits(ty.bits()), false, order(instruction));
        let access = Access { space, address, offset, width, is_signed, values: Vec::new(), order };
        to.resize(b.len(), None);
        let alignment = width.bytes() * b.len();
        let one = Atomic {
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
            self.push(Action::Atomic(Atomic { access, b, alignment, ..one.clone() }));
        }
        for (from, to) in copies {
            self.push(Action::Copy { to, from, is_signed: false });
        }
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
            ("min", Type::F16) => Update::MinF16,
            ("min", Type::F16x2) => Update::MinF16x2,
            ("min", Type::Bf16) => Update::MinBf16,
            ("min", Type::Bf16x2) => Update::MinBf16x2,
            ("max", Type::F16) => Update::MaxF16,
            ("max", Type::F16x2) => Update::MaxF16x2,
            ("max", Type::Bf16) => Update::MaxBf16,
            ("max", Type::Bf16x2) => Update::MaxBf16x2,
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
