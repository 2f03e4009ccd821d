//! Decodes `tensormap.replace` and `tensormap.cp_fenceproxy`.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::bulk::{MapCopy, Operand};
use crate::code::{Access, Action, Source, Width};
use crate::memory::address::Space;
use crate::memory::tensor_map::{MAGIC, field};
use ptx_isa::Type;
use ptx_module::operation::{number, order, space};
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    pub(super) fn tensor_map(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let has = |word: &str| selection.modifiers.iter().flatten().any(|one| *one == word);
        if has("cp_fenceproxy") {
            let mut side = |i: usize, space| -> Result<Operand, Fault> {
                let at = &written.operands[i].span;
                let (_, address, offset) = self.address(body, instruction, &operands[i], at)?;
                Ok(Operand { space, address, offset })
            };
            let (to, from) = (side(0, Space::Global)?, side(1, Space::Shared)?);
            self.push(Action::MapCopy(MapCopy { to, from }));
            return Ok(());
        }
        let known = [
            ("global_address", field::ADDRESS, Width::B64),
            ("rank", field::RANK, Width::B8),
            ("box_dim", field::TILE, Width::B32),
            ("global_dim", field::SHAPE, Width::B32),
            ("global_stride", field::STRIDES, Width::B64),
            ("element_stride", field::STEPS, Width::B32),
            ("elemtype", field::TYPE, Width::B8),
            ("interleave_layout", field::INTERLEAVE, Width::B8),
            ("swizzle_mode", field::SWIZZLE, Width::B8),
            ("swizzle_atomicity", field::ATOM, Width::B8),
            ("fill_mode", field::FILL, Width::B8),
        ];
        let found = known.into_iter().find(|(word, ..)| has(word));
        let (Some((_, start, width)), false) = (found, operands.len() < 2) else {
            return Err(not_supported(instruction));
        };
        let last = operands.len() - 1;
        let index = match operands.get(1).filter(|_| last == 2) {
            Some(index) => number(index).unwrap_or_default(),
            None => 0,
        };
        let ty = if width == Width::B64 { Type::B64 } else { Type::B32 };
        let value = self.value(body, &operands[last], &written.operands[last].span, ty)?;
        let magic = self.constant(Width::B64, Source::Bits(u64::from_le_bytes(MAGIC)));
        let at = &written.operands[0].span;
        let (found, address, offset) = self.address(body, instruction, &operands[0], at)?;
        let space = if found == Space::Generic { space(instruction) } else { found };
        let start = start as u64 + index * width.bytes() as u64;
        for (start, width, value) in [(0, Width::B64, magic), (start, width, value)] {
            let offset = offset.wrapping_add(start);
            let (values, order) = (vec![Some(value)], order(instruction));
            self.push(Action::Store(Access {
                space,
                address,
                offset,
                width,
                is_signed: false,
                values,
                order,
            }));
        }
        Ok(())
    }
}
