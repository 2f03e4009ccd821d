//! Converts the text of an operand to bits.

use super::instruction::Slot;
use ptx_isa::literal::{self, Literal};
use ptx_isa::sass::Immediate;
use ptx_isa::sass::opcodes::Kind;
use ptx_isa::{Kind as TypeKind, Message, Type, operand};

/// Returns the bits of an operand: a PTX immediate, or the bits themselves for types without immediates.
pub(super) fn source(text: &str, slot: &Slot) -> Result<u64, Message> {
    if let Some(kind) = slot.kind {
        return machine_source(text, kind);
    }
    let ty = slot.ty;
    if let (Type::Pred, Some(value)) = (ty, predicate(text)) {
        return Ok(value.into());
    }
    if slot.is_carry() {
        return Err("expected a carry, `0` or `1`".into());
    }
    let special = match text.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str() {
        "inf" | "infinity" => Some(f64::INFINITY.to_bits()),
        "nan" => Some(f64::NAN.to_bits()),
        _ => None,
    };
    if let (Some(bits), Type::F32 | Type::F64) = (special, ty) {
        let bits = bits | u64::from(text.starts_with('-')) << 63;
        return Literal::DoubleBits(bits).bits(ty);
    }
    match literal::parse(text)? {
        Literal::Integer(256..) if slot.is_byte => {
            Err(operand::not_a_byte(&slot.name, &format!("`{text}`")))
        }
        Literal::Integer(bits) if is_raw(ty) => match bits >> (ty.bits() - 1) >> 1 {
            0 => Ok(bits),
            _ => {
                Err(format!("the number exceeds the {} bits of `.{}`", ty.bits(), ty.word()).into())
            }
        },
        _ if is_raw(ty) => Err(format!(
            "an operand of `.{}` is given by its bits: `0x` and {} digits",
            ty.word(),
            ty.bits() / 4
        )
        .into()),
        literal => literal.bits(ty),
    }
}

/// Returns the bits of a machine instruction's operand: an immediate as a disassembler prints it, or the
/// bits after `0x`. The bits of an `f64` operand are all 64 bits, not only the high word.
fn machine_source(text: &str, kind: Kind) -> Result<u64, Message> {
    if let (Kind::Predicate, Some(value)) = (kind, predicate(text)) {
        return Ok(value.into());
    }
    let immediate = match text.to_ascii_lowercase().trim_start_matches('+') {
        "inf" => Immediate::Infinity { negative: false },
        "-inf" => Immediate::Infinity { negative: true },
        "nan" => Immediate::Nan { negative: false },
        _ => Immediate::parse(text)?,
    };
    match (kind, &immediate) {
        (Kind::Double, Immediate::Bits { value, negative: false }) => Ok(*value),
        (Kind::Double, Immediate::Whole(digits) | Immediate::Decimal(digits)) => {
            let value = digits.parse::<f64>().map_err(|_| "expected a number")?;
            Ok(value.to_bits())
        }
        (Kind::Double, _) => Ok(u64::from(immediate.word(kind)?) << 32),
        _ => immediate.word(kind).map(u64::from),
    }
}

/// Parses a predicate: `true`, `!true`, `PT`, `1`, and their opposites.
fn predicate(text: &str) -> Option<bool> {
    match text.strip_prefix('!') {
        Some(inner) => predicate(inner).map(|value| !value),
        None => match text {
            "true" | "PT" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
    }
}

/// Returns whether PTX has no immediates of a float type, so that its operands are given by their bits.
fn is_raw(ty: Type) -> bool {
    matches!(ty.kind(), TypeKind::Float | TypeKind::Narrow) && !matches!(ty, Type::F32 | Type::F64)
}
