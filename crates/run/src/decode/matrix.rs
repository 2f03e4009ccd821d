//! Decodes matrix instructions. Each matrix instruction becomes two operations: the first makes the lanes of the warp
//! wait for each other, and the second runs the instruction.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::matrix::{Layout, Matrix, Multiply, Packing, Rows};
use crate::code::places::Metadata;
use crate::code::warp::{Kind, Warp};
use crate::code::{Access, Action, Reg, Source, Width};
use ptx_core::Sm;
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_isa::literal::Literal;
use ptx_loops::matrix;
use ptx_module::operation::{elements, order};
use ptx_module::resolve::{Fault, Instruction, Operand};
use ptx_module::syntax::Span;

/// The number of rows in memory that fill one register of each lane.
const ROWS: usize = 8;

impl<'a> Decoder<'a, '_> {
    /// Decodes `mma` and `wmma.mma`.
    pub(super) fn multiply(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { operands, selection, .. } = instruction;
        let form = matrix::form(selection).ok_or_else(|| not_supported(instruction))?;
        let d = self.receivers(body, instruction)?;
        let mut factors = [Vec::new(), Vec::new(), Vec::new()];
        for (i, factor) in factors.iter_mut().enumerate() {
            // The bits of a literal depend on the type of its matrix.
            let ty = match selection.operand_type(i + 1) {
                Some(ty @ (Type::F32 | Type::F64)) => ty,
                _ => Type::B32,
            };
            *factor = self.factor(body, instruction, i + 1, ty)?;
        }
        let mut one = Multiply::new(form, Sm(self.dialect.sm()), d, factors);
        let mut next = 4;
        if let (true, Some(Operand::Immediate(Literal::Integer(selector)))) =
            (form.is_sparse(), operands.get(5))
        {
            let register = self.vector(body, instruction, 4, Type::B32)?[0];
            one.metadata = Some(Metadata::new(form, register, *selector as u32));
            next = 6;
        }
        if form.scales().is_some() {
            for i in [next, next + 2] {
                let scale = self.vector(body, instruction, i, Type::B32)?[0];
                let place = self.vector(body, instruction, i + 1, Type::U16)?;
                one.scales.push([scale, place[0], place[1]]);
            }
        }
        self.on_matrices(Matrix::Multiply(Box::new(one)), Kind::Matrix);
        Ok(())
    }

    /// Decodes `ldmatrix`, `stmatrix` and `movmatrix`.
    pub(super) fn move_matrix(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        effect: Effect,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let has = |word: &str| selection.modifiers.contains(&Some(word));
        if has("s4") {
            return Err(not_supported(instruction));
        }
        let (at, values) = match effect {
            Effect::LoadMatrix => (1, self.receivers(body, instruction)?),
            Effect::StoreMatrix => {
                let sources = self.vector(body, instruction, 1, Type::B32)?;
                (0, sources.into_iter().map(Some).collect())
            }
            _ => {
                let from = self.vector(body, instruction, 1, Type::B32)?[0];
                let to = self.receivers(body, instruction)?[0];
                self.on_matrices(Matrix::Transpose { to, from }, Kind::Matrix);
                return Ok(());
            }
        };
        let span = &written.operands[at].span;
        let (space, address, offset) = self.address(body, instruction, &operands[at], span)?;
        // Before sm_80, the addresses of all lanes must be valid.
        let is_strict = self.dialect.sm() < 80;
        let addresses = if is_strict { 32 } else { ROWS * values.len() };
        let (width, is_signed, order) = (Width::B32, false, order(instruction));
        let access = Access { space, address, offset, width, is_signed, values, order };
        let packing = match () {
            () if has("b6x16_p32") => Packing::B6x16P32,
            () if has("b4x16_p64") => Packing::B4x16P64,
            () => Packing::B8,
        };
        let layout = match has("trans") {
            is_transposed if has("m8n8") => Layout::Halves { is_transposed },
            true => Layout::TransposedBytes(packing),
            false => Layout::Bytes(packing),
        };
        let rows = Rows { access, layout, addresses };
        let matrix = match effect {
            Effect::LoadMatrix => Matrix::Load(rows),
            _ => Matrix::Store(rows),
        };
        self.on_matrices(matrix, Kind::Matrix);
        Ok(())
    }

    /// Adds a matrix instruction, before which the lanes of the warp or warpgroup wait for each other.
    pub(super) fn on_matrices(&mut self, matrix: Matrix, kind: Kind) {
        let mask = Some(self.constant(Width::B32, Source::Bits(u64::from(u32::MAX))));
        let (sources, results) = (Vec::new(), [None; 2]);
        self.push(Action::Warp(Box::new(Warp { kind, mask, sources, results })));
        self.push(Action::Matrix(matrix));
    }

    /// Returns the registers of a vector operand that is a source.
    pub(super) fn vector(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        i: usize,
        ty: Type,
    ) -> Result<Vec<Reg>, Fault> {
        let all = elements(&instruction.operands[i], &instruction.written.operands[i]);
        all.into_iter().map(|(operand, at)| self.value(body, operand, at, ty)).collect()
    }

    /// Returns the registers of a matrix that is a source. A literal that does not fit the type of the elements is the
    /// bits of a `.b32` register.
    fn factor(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        i: usize,
        ty: Type,
    ) -> Result<Vec<Reg>, Fault> {
        let all = elements(&instruction.operands[i], &instruction.written.operands[i]);
        let value = |(operand, at): (&Operand<'a>, &Span)| {
            let ty = match operand {
                Operand::Immediate(literal) if literal.bits(ty).is_err() => Type::B32,
                _ => ty,
            };
            self.value(body, operand, at, ty)
        };
        all.into_iter().map(value).collect()
    }

    /// Returns the registers of a vector operand that is the destination.
    pub(super) fn receivers(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<Vec<Option<Reg>>, Fault> {
        let all = elements(&instruction.operands[0], &instruction.written.operands[0]);
        all.into_iter().map(|(operand, at)| self.destination(body, operand, at)).collect()
    }
}
