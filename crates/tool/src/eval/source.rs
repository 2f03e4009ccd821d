//! Parses the text of an operand into bits.

use super::instruction::{Slot, packed};
use ptx_isa::number::{Format, Lane, bits, is_whole, of_lane};
use ptx_isa::sass::Immediate;
use ptx_isa::sass::opcodes::SlotKind;
use ptx_isa::{Kind, Message, Type, operand};

impl Slot {
    /// Parses an operand into its bits. The text is a number, `0x` and the bits, or the lanes of a packed operand
    /// ([`number`](ptx_isa::number)). A predicate is `0`, `1`, `false`, `true` or `PT`, with any number of `!` before it.
    /// A machine instruction also accepts what a disassembler prints, such as `+INF`.
    ///
    /// # Errors
    /// If the text is not an operand, or if the number is out of range.
    pub fn parse(&self, text: &str) -> Result<u128, Message> {
        if self.ty == Type::Pred
            && let Some(value) = predicate(text)
        {
            return Ok(value.into());
        }
        if self.is_carry() {
            return bits(self.ty, text).map_err(|_| "expected a carry, `0` or `1`".into());
        }
        match self.kind {
            Some(kind) if is_of_disassembler(text) => machine(text, kind),
            Some(SlotKind::High) => of_lane(Lane::Float(Format::HIGH_WORD), Type::F64.word(), text),
            _ if self.is_byte => byte(text, self),
            _ => bits(self.lanes(text).unwrap_or(self.number_type()), text),
        }
    }

    /// Returns whether the operand has several lanes.
    pub(super) fn has_lanes(&self) -> bool {
        is_packed(self.ty) || self.kind.and_then(packed).is_some()
    }

    /// Returns the type of an operand of a machine instruction whose text has two lanes. A text without lanes is a word.
    fn lanes(&self, text: &str) -> Option<Type> {
        self.kind.and_then(packed).filter(|_| text.contains(','))
    }

    /// Returns the type of the numbers that the operand accepts.
    fn number_type(&self) -> Type {
        if self.kind == Some(SlotKind::Float) { Type::F32 } else { self.ty }
    }
}

/// Returns the bits of an operand. Reports an integer that could also be the hexadecimal bits of a float.
///
/// ```
/// use ptx_isa::Dialect;
/// use ptx_tool::eval::{instruction::Instruction, source};
///
/// let rcp = Instruction::new("rcp.rn.f32", 1, &[Dialect::default()]).unwrap();
/// assert_eq!(source("33", &rcp.sources[0]).unwrap(), 0x4204_0000);
/// assert!(source("42040000", &rcp.sources[0]).is_err());
/// ```
///
/// # Errors
/// If the text is not an operand, if the number is out of range, or if it is an integer that could also be the bits.
pub fn source(text: &str, slot: &Slot) -> Result<u128, Message> {
    let ty = slot.number_type();
    let is_float = ty.kind() == Kind::Float && !is_packed(ty);
    if is_float && is_bits(text, ty.bits()) && is_whole(text) {
        let what = format!("`{text}` may be a number or the bits of `.{}`", ty.word());
        let help = format!("write `{text}.0` for the number, `0x{text}` for the bits");
        return Err(Message::new(what).help(help));
    }
    slot.parse(text)
}

/// Parses an integer that is part of the instruction, or a position or length of bits: 0 to 255.
fn byte(text: &str, slot: &Slot) -> Result<u128, Message> {
    match bits(slot.ty, text) {
        Ok(value @ ..256) => Ok(value),
        Err(message) if !is_whole(text) && bits(Type::B64, text).is_err() => Err(message),
        _ => Err(operand::not_a_byte(&slot.name, &format!("`{text}`"))),
    }
}

/// Returns whether a text has exactly the hexadecimal digits of a type with `width` bits.
pub(super) fn is_bits(text: &str, width: u32) -> bool {
    text.len() == width.div_ceil(4) as usize && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns whether only machine instructions accept an immediate: `+INF`, `-QNAN`, `0.5.NEG`, `-0x1`. Also returns true
/// for bits in the syntax of PTX, which machine instructions reject.
fn is_of_disassembler(text: &str) -> bool {
    let bare = text.trim_start_matches(['+', '-']);
    matches!(bare, "INF" | "QNAN")
        || bare.ends_with(".NEG")
        || bare.starts_with("0x") && bare != text
        || ["0f", "0F", "0d", "0D"].iter().any(|prefix| bare.starts_with(prefix))
}

/// Returns whether a type has several lanes.
fn is_packed(ty: Type) -> bool {
    Lane::of(ty).1 > 1
}

/// Returns the bits of an immediate of a machine instruction. An `f64` operand has all 64 bits, not only the high word.
fn machine(text: &str, kind: SlotKind) -> Result<u128, Message> {
    // The value of a word is an integer here, although an instruction may have a float in its place.
    let slot = if kind == SlotKind::Bits { SlotKind::Word } else { kind };
    Ok(Immediate::parse(text)?.value(slot)?.into())
}

/// Parses a predicate: `true`, `PT`, `1`, `false` or `0`. A `!` before it negates the value.
fn predicate(text: &str) -> Option<bool> {
    let plain = text.trim_start_matches('!');
    let is_negated = (text.len() - plain.len()) % 2 == 1;
    match plain {
        "true" | "PT" | "1" => Some(!is_negated),
        "false" | "0" => Some(is_negated),
        _ => None,
    }
}
