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

impl Selection {
    /// Checks the literals in a vector of a warp-level matrix form.
    ///
    /// - A vector of halves cannot contain literals. (`ptxas` accepts some literals beside a `.b32` register.)
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
        if !self.form.is_of_warp() {
            return Ok(());
        }
        if ty == Type::F16x2 {
            let message = Message::new(format!("`{}` cannot contain a literal", slot.name));
            return Err(message.help("move it into a register first"));
        }
        let is_single = |item: &Operand| matches!(item, Operand::Immediate(Literal::SingleBits(_)));
        let words = self.modifiers.iter().flatten();
        let has_scales = words.clone().any(|word| *word == "block_scale");
        let is_narrow = words.clone().any(|word| NARROW.contains(word));
        if ty == Type::F32
            && are_alone
            && !items.iter().any(is_single)
            && (!is_narrow || has_scales)
        {
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
}
