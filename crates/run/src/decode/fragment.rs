//! Decodes `wmma.load` and `wmma.store`.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::fragment::{Fragment, FragmentShape, Wmma};
use crate::code::matrix::Matrix;
use crate::code::warp::Kind;
use crate::code::{Access, Width};
use ptx_core::mma::Operand as Part;
use ptx_isa::Type;
use ptx_loops::matrix;
use ptx_module::operation::order;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    /// Decodes `wmma.load` and `wmma.store`.
    pub(super) fn move_fragment(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        is_load: bool,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let words: Vec<&str> = selection.modifiers.iter().flatten().copied().collect();
        let has = |word: &str| words.contains(&word);
        let (at, registers) = if is_load { (1, 0) } else { (0, 1) };
        let ty = selection.operand_type(registers).filter(|ty| ty.bits() == 64);
        let ty = ty.unwrap_or(Type::B32);
        let values = match is_load {
            true => self.receivers(body, instruction)?,
            false => {
                let sources = self.vector(body, instruction, 1, ty)?;
                sources.into_iter().map(Some).collect()
            }
        };
        let refused = || not_supported(instruction);
        let element = words.last().and_then(|word| matrix::type_of_word(word));
        let shape = words.iter().find_map(|word| matrix::shape(word)).ok_or_else(refused)?;
        let part = match () {
            () if has("a") => Part::A,
            () if has("b") => Part::B,
            () => Part::D,
        };
        let bits = element.ok_or_else(refused)?.bits() as usize;
        let shape = FragmentShape::new(shape.map(usize::from), part, bits);
        let span = &written.operands[at].span;
        let (space, address, offset) = self.address(body, instruction, &operands[at], span)?;
        let stride = match (operands.get(2), written.operands.get(2)) {
            (Some(operand), Some(at)) => Some(self.value(body, operand, &at.span, Type::B32)?),
            _ => None,
        };
        let (width, is_signed, order) = (Width::of_bits(ty.bits()), false, order(instruction));
        let access = Access { space, address, offset, width, is_signed, values, order };
        let one = Fragment { access, shape, stride, has_columns: has("col") };
        let one = if is_load { Wmma::Load(one) } else { Wmma::Store(one) };
        self.on_matrices(Matrix::Fragment(one), Kind::Matrix);
        Ok(())
    }
}
