//! Checks operands that occur in PTX text only: special registers, symbols, vector registers.

use super::Operand;
use crate::message::Message;
use crate::selection::Selection;
use crate::special;
use crate::types::{Kind, Type};

/// Returns whether a type is a bit or integer type of at most 64 bits.
fn is_plain(ty: Type) -> bool {
    matches!(ty.kind(), Kind::Bits | Kind::Integer) && ty != Type::B128
}

impl Selection {
    /// Checks a special register in a source. `mov` can read special registers. Integer conversions
    /// can also read them, as in early PTX versions.
    pub(super) fn check_special(&self, ty: Type, name: &str) -> Result<(), Message> {
        let mut types = self.form.types(&self.modifiers);
        let reads = match self.form.mnemonic {
            "mov" => is_plain(ty) || ty == Type::Pred,
            "cvt" => types.all(is_plain),
            _ => false,
        };
        match reads {
            true => special::check(name, ty, self.form.mnemonic == "cvt"),
            false => Err(Message::new(format!("`{}` cannot read `{name}`", self.spelling()))
                .note("only `mov` of an integer can")),
        }
    }

    /// Checks a symbol as a source operand. Only `mov`, `cvta`, `mapa` and `getctarank` accept the address of a
    /// symbol.
    pub(super) fn check_symbol(&self, ty: Type, name: &str) -> Result<(), Message> {
        match matches!(self.form.mnemonic, "mov" | "cvta" | "mapa" | "getctarank") && is_plain(ty) {
            true => Ok(()),
            false => Err(Message::new(format!("expected a register, found `{name}`")).note(
                "load a value from memory with `ld`; only an integer `mov` or `cvta` accepts an address",
            )),
        }
    }

    /// Checks a vector register. `mov.b64` accepts a `.v2 .b32` register instead of `{a, b}`.
    pub(super) fn check_wide(&self, ty: Type, operand: &Operand) -> Result<(), Message> {
        let Operand::Wide { name, declared, bits } = operand else { return Ok(()) };
        let is_scalar = self.form.operands.iter().all(|slot| slot.elements.is_none());
        if self.form.mnemonic == "mov" && is_scalar && ty.kind() == Kind::Bits && ty.bits() == *bits
        {
            return Ok(());
        }
        Err(Message::new(format!(
            "register `{name}` is `.{}`, and `{}` does not take it here",
            declared.replace(' ', " ."),
            self.spelling()
        ))
        .help(format!("name one of its elements, such as `{name}.x`")))
    }
}
