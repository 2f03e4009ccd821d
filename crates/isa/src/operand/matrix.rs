//! Literals in the operands of matrix instructions. The manual has registers there; `ptxas` 13.5 also accepts some
//! literals.

use super::Operand;
use crate::forms::OperandSlot;
use crate::literal::Literal;
use crate::message::Message;
use crate::selection::Selection;
use crate::types::Type;

/// The types of factors with 8 bits or less.
const NARROW: &[&str] = &["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"];

/// A note about the literals that `ptxas` accepts in factors.
const BITS: &str = "beside a `.b32` register, an integer or `0f` is the bits of an element";

impl Selection {
    /// Returns the type that an element of the vector `items` is checked with. `ty` is the type of the operand.
    ///
    /// An integer or `0f` in a matrix of `mma` is the bits of a `.b32` register if the vector contains such a register.
    /// This function returns `ty` for other elements, and for literals that `ptxas` accepts with unclear bits or on some
    /// targets only:
    ///
    /// - Decimals and `0d`. Of the binary64 number, `ptxas` keeps some low bits.
    /// - Literals in the accumulator of `mma` with 8-bit floats and without `.kind`. `ptxas` accepts them for `sm_89`
    ///   and `sm_120`, but not for `sm_90` and `sm_100`.
    pub(super) fn type_in_matrix(
        &self,
        slot: &OperandSlot,
        ty: Type,
        items: &[Operand],
        item: &Operand,
    ) -> Type {
        use Operand::{Immediate, Register};
        let is_bits = |item: &Operand| matches!(item, Register { ty: Some(Type::B32), .. });
        let is_literal = matches!(item, Immediate(Literal::Integer(_) | Literal::SingleBits(_)));
        let is_matrix = self.is_mma() && ty.bits() == 32 && !self.is_emulated(slot);
        match is_literal && is_matrix && items.iter().any(is_bits) {
            true => Type::B32,
            false => ty,
        }
    }

    /// Returns whether the form is `mma`, not `wmma`.
    fn is_mma(&self) -> bool {
        self.form.is_of_warp() && self.form.mnemonic == "mma"
    }

    /// Returns whether the factors have 8 bits or less.
    fn is_narrow(&self) -> bool {
        self.modifiers.iter().flatten().any(|word| NARROW.contains(word))
    }

    /// Returns whether the operand is the accumulator of 8-bit floats without `.kind`, which `ptxas` adds with a
    /// separate instruction for some targets.
    fn is_emulated(&self, slot: &OperandSlot) -> bool {
        let has_kind = self.modifiers.iter().flatten().any(|word| word.starts_with("kind::"));
        slot.name == "c" && self.is_narrow() && !has_kind
    }

    /// Checks the literals in a vector of a warp-level matrix form, whose elements fit the form one by one.
    ///
    /// - Integers alone are a vector of `.s32`, which `ptxas` does not accept as the bits of factors.
    /// - Decimals alone are a vector of `.f64`, which `ptxas` accepts as `.f32` only if the factors have 8 bits or less
    ///   and no scales.
    pub(super) fn check_matrix_literals(
        &self,
        slot: &OperandSlot,
        ty: Type,
        items: &[Operand],
    ) -> Result<(), Message> {
        let mut literals = items.iter().filter_map(|item| match item {
            Operand::Immediate(literal) => Some(*literal),
            _ => None,
        });
        let Some(first) = literals.next() else { return Ok(()) };
        let are_alone = literals.count() + 1 == items.len();
        if !self.form.is_of_warp() || !are_alone {
            return Ok(());
        }
        let is_single = |item: &Operand| matches!(item, Operand::Immediate(Literal::SingleBits(_)));
        let words = self.modifiers.iter().flatten();
        let has_scales = words.clone().any(|word| *word == "block_scale");
        if self.is_mma() && matches!(ty, Type::B32 | Type::U32) {
            let is_accepted = items.iter().all(is_single) && !has_scales;
            let message = Message::new(format!("`{}` cannot consist of literals", slot.name));
            return match is_accepted {
                true => Ok(()),
                false => {
                    Err(message.note(BITS).help("move one of them into a `.b32` register first"))
                }
            };
        }
        if ty == Type::F32 && !items.iter().any(is_single) && (!self.is_narrow() || has_scales) {
            let message = Message::new("a vector of decimals is a vector of `.f64`, not of `.f32`");
            return Err(match first.bits(Type::F32) {
                Ok(bits) => {
                    message.help(format!("write the bits of the first element: `0f{bits:08x}`"))
                }
                Err(_) => message,
            });
        }
        Ok(())
    }

    /// Adds the reason and the correction to a message about a literal among halves or `.tf32` elements of `mma`.
    pub(super) fn with_matrix(
        &self,
        slot: &OperandSlot,
        ty: Type,
        item: &Operand,
        message: Message,
    ) -> Message {
        let is_literal = matches!(item, Operand::Immediate(_));
        if !is_literal || !self.is_mma() || !matches!(ty, Type::F16x2 | Type::Bf16x2 | Type::Tf32) {
            return message;
        }
        let message = message.help("move it into a `.b32` register first");
        if self.is_emulated(slot) { message } else { message.note(BITS) }
    }

    /// Returns whether two elements of a vector must have types that fit each other: neighbours in `mma`, all elements
    /// in other instructions.
    pub(super) fn are_compared(&self, a: usize, b: usize) -> bool {
        !self.is_mma() || a.abs_diff(b) <= 1
    }

    /// Returns the type of a decimal or `0d` in a vector of `mma`, where it fits `.b32` and `.f32` registers.
    pub(super) fn float_in_matrix(&self, ty: Type, item: &Operand) -> Option<Type> {
        use Literal::{Decimal, DoubleBits};
        let is_float = matches!(item, Operand::Immediate(Decimal(_) | DoubleBits(_)));
        (is_float && self.is_mma() && ty == Type::F32).then_some(ty)
    }
}
