//! Decodes `wgmma`.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::matrix::Matrix;
use crate::code::places::{Metadata, Places};
use crate::code::warp::Kind;
use crate::code::wgmma::{Factor, Product, Wgmma};
use crate::code::{Reg, Source, Width};
use ptx_core::Sm;
use ptx_core::mma::{Form, Operand as Part};
use ptx_isa::Type;
use ptx_isa::literal::Literal;
use ptx_loops::matrix;
use ptx_module::resolve::{Fault, Instruction, Operand};

/// The number of rows of A that a warp has in its registers.
const ROWS: u16 = 16;
/// The number of columns of B in the form of `mma` with the same fragments.
const COLUMNS: u16 = 8;

impl<'a> Decoder<'a, '_> {
    /// Decodes `wgmma.mma_async`.
    pub(super) fn product(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let selection = &instruction.selection;
        let refused = || not_supported(instruction);
        let form = matrix::form(selection).ok_or_else(refused)?;
        let fragments = fragments(form).ok_or_else(refused)?;
        let named = |name: &str| selection.operands().position(|slot| slot.name == name);
        let number = |name: &str| {
            let found = named(name).and_then(|i| instruction.operands.get(i));
            found.map_or(0, integer)
        };
        let register = |decoder: &mut Self, body: &mut Body<'a>, name: &str, ty: Type| {
            let i = named(name).ok_or_else(refused)?;
            let (operand, written) = (&instruction.operands[i], &instruction.written.operands[i]);
            decoder.value(body, operand, &written.span, ty)
        };
        let d: Vec<_> = self.receivers(body, instruction)?.into_iter().flatten().collect();
        let [_, columns, _] = form.shape().map(usize::from);
        let of_d = Places::of_warpgroup(fragments, columns, d.len()).ok_or_else(refused)?;
        let a = match &instruction.operands[1] {
            Operand::Vector(_) => {
                let registers = self.vector(body, instruction, 1, Type::B32)?;
                let places = Places::of_mma(fragments, Part::A, registers.len());
                Factor::Registers(registers, places.ok_or_else(refused)?)
            }
            _ => Factor::Shared {
                descriptor: register(self, body, "a", Type::B64)?,
                is_transposed: number("k") == 1,
            },
        };
        let b = Factor::Shared {
            descriptor: register(self, body, "b", Type::B64)?,
            is_transposed: number("l") == 1,
        };
        let metadata = match named("e") {
            Some(_) => {
                let register = register(self, body, "e", Type::B32)?;
                Some(Metadata::new(fragments, register, number("f") as u32))
            }
            None => None,
        };
        let adds_d = self.scale_d(body, instruction, named("p").ok_or_else(refused)?)?;
        let negate = ["i", "j"].map(|name| number(name).cast_signed() == -1);
        let sm = Sm(self.dialect.sm());
        let c = d.clone();
        let one = Product { form, sm, d, c, of_d, a, b, metadata, adds_d, negate };
        self.on_warpgroup(Wgmma::Multiply(Box::new(one)), Kind::Warpgroup);
        Ok(())
    }

    /// Decodes `wgmma.fence`, `wgmma.commit_group` and `wgmma.wait_group`.
    pub(super) fn order_products(&mut self, instruction: &Instruction<'a>) {
        let has = |word| instruction.selection.modifiers.contains(&Some(word));
        let left = instruction.operands.first().map_or(0, integer);
        self.on_warpgroup(
            match () {
                () if has("fence") => Wgmma::Fence,
                () if has("commit_group") => Wgmma::Commit,
                () => Wgmma::Wait(left),
            },
            Kind::Matrix,
        );
    }

    /// Returns the register of the operand `scale-d`, a predicate or a number.
    fn scale_d(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        i: usize,
    ) -> Result<Reg, Fault> {
        match &instruction.operands[i] {
            Operand::Immediate(Literal::Integer(number)) => {
                Ok(self.constant(Width::B8, Source::Bits(u64::from(*number != 0))))
            }
            operand => self.value(body, operand, &instruction.written.operands[i].span, Type::Pred),
        }
    }

    /// Adds a `wgmma` instruction, before which threads wait for each other.
    fn on_warpgroup(&mut self, one: Wgmma, kind: Kind) {
        self.on_matrices(Matrix::Warpgroup(one), kind);
    }
}

/// Returns the form of `mma` that distributes A, the metadata and eight columns of D over a warp as `wgmma` does (PTX
/// ISA, "Register Fragments" of `wgmma`).
pub(crate) fn fragments(form: Form) -> Option<Form> {
    let [_, _, k] = form.shape();
    let [a, b, d] = [Part::A, Part::B, Part::D].map(|part| form.element_type(part));
    let mut builder = Form::mma([ROWS, COLUMNS, k], [d, a, b, d]);
    if form.is_sparse() {
        builder = builder.sparse();
    }
    form.bits().map_or(builder, |operation| builder.bits(operation)).build()
}

fn integer(operand: &Operand<'_>) -> u64 {
    match operand {
        Operand::Immediate(Literal::Integer(number)) => *number,
        Operand::Negated(inner) => integer(inner).wrapping_neg(),
        _ => 0,
    }
}
