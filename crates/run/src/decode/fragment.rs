//! Decodes `wmma`.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::fragment::{Fragment, FragmentProduct, FragmentShape, Wmma, places};
use crate::code::matrix::Matrix;
use crate::code::warp::Kind;
use crate::code::{Access, Reg, Width};
use ptx_core::Sm;
use ptx_core::mma::Operand as Part;
use ptx_isa::Type;
use ptx_loops::matrix;
use ptx_module::operation::order;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    /// Decodes `wmma.mma`.
    pub(super) fn multiply_fragments(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let selection = &instruction.selection;
        let form = matrix::form(selection).ok_or_else(|| not_supported(instruction))?;
        let d = self.receivers(body, instruction)?;
        let mut factors = [Vec::new(), Vec::new(), Vec::new()];
        for (i, factor) in factors.iter_mut().enumerate() {
            // The bits of a literal depend on the type of its matrix.
            let ty = match selection.operand_type(i + 1) {
                Some(ty @ (Type::F32 | Type::F64)) => ty,
                _ => Type::B32,
            };
            *factor = self.vector(body, instruction, i + 1, ty)?;
        }
        let of = |operand, register: Option<&Reg>, count| {
            let width = register.map_or(4, |register| self.slots[*register].width.bytes());
            places(&FragmentShape::of(form, operand), 8 * width, count)
        };
        let [a, b, c] = &factors;
        let of_factor = |operand, all: &Vec<Reg>| of(operand, all.first(), all.len());
        let of_d = of(Part::D, d.iter().flatten().next(), d.len());
        let all = [of_factor(Part::A, a), of_factor(Part::B, b), of_factor(Part::C, c), of_d];
        let places = match all {
            [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
            _ => None,
        };
        let one = FragmentProduct { form, sm: Sm(self.dialect.sm()), d, factors, places };
        self.on_matrices(Matrix::Fragment(Wmma::Multiply(Box::new(one))), Kind::Matrix);
        Ok(())
    }

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
