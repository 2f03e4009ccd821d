//! Parses the text of an operand into bits.

use super::instruction::{Instruction, Slot};
use ptx_isa::literal::{self, Literal, hexadecimal_digits};
use ptx_isa::sass::Immediate;
use ptx_isa::sass::opcodes::Kind;
use ptx_isa::{Dialect, Kind as TypeKind, Message, Type, operand};

/// Returns the bits of an operand. The text is a number, or `0x` and the bits.
pub(super) fn source(text: &str, slot: &Slot) -> Result<u128, Message> {
    let number = match slot.kind {
        Some(Kind::Float) => Type::F32,
        _ => slot.ty,
    };
    if matches!(number.kind(), TypeKind::Float | TypeKind::Narrow) {
        if let Some(digits) = hexadecimal_digits(text) {
            return raw(digits, number.bits());
        }
        if let Some(value) = scaled(text).filter(|_| is_scalar(number)) {
            return float(&Literal::Decimal(value), number);
        }
        if is_scalar(number) && is_whole(text) {
            return whole(text, number, slot.kind);
        }
        if is_bits(text, number.bits()) && text.parse::<f64>().is_err() {
            let what = format!("`{text}` is not a number");
            return Err(Message::new(what).help(format!("write `0x{text}` if these are its bits")));
        }
    }
    if let Some(kind) = slot.kind {
        return machine_source(text, kind).map(u128::from);
    }
    let ty = slot.ty;
    if let (Type::Pred, Some(value)) = (ty, predicate(text)) {
        return Ok(value.into());
    }
    if slot.is_carry() {
        return Err("expected a carry, `0` or `1`".into());
    }
    if ty == Type::B128 {
        let digits = hexadecimal_digits(text);
        return digits
            .map_or_else(|| text.parse().map_err(|_| no_integer(text)), |all| raw(all, ty.bits()));
    }
    let special = match text.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str() {
        "inf" | "infinity" => Some(f64::INFINITY.to_bits()),
        "nan" => Some(f64::NAN.to_bits()),
        _ => None,
    };
    if let (Some(bits), true) = (special, is_scalar(ty)) {
        let bits = bits | u64::from(text.starts_with('-')) << 63;
        return float(&Literal::DoubleBits(bits), ty);
    }
    // `eval` prints subnormal numbers as decimals. PTX does not allow subnormal decimal literals, but the output of
    // `eval` must be valid input.
    if let (Type::F64, Ok(number)) = (ty, text.parse::<f64>())
        && number.is_subnormal()
    {
        return Ok(number.to_bits().into());
    }
    match literal::parse(text)? {
        Literal::Integer(256..) if slot.is_byte => {
            Err(operand::not_a_byte(&slot.name, &format!("`{text}`")))
        }
        _ if is_raw(ty) => Err(format!(
            "an operand of `.{}` is given by its bits: `0x` and {} digits",
            ty.word(),
            digits(ty.bits())
        )
        .into()),
        literal => float(&literal, ty),
    }
}

/// Returns the value of a text `N * 2^E`. `eval` prints exact values with many digits in this form.
pub(super) fn scaled(text: &str) -> Option<f64> {
    let (number, exponent) = text.split_once(" * 2^")?;
    let (number, exponent) = (number.parse::<i64>().ok()?, exponent.parse::<i32>().ok()?);
    // Uses two factors, because 2^E alone may be below the range of binary64.
    let (half, rest) = (2_f64.powi(exponent / 2), 2_f64.powi(exponent - exponent / 2));
    #[expect(clippy::cast_precision_loss, reason = "the number has at most 53 bits")]
    let number = (number.unsigned_abs() < 1 << f64::MANTISSA_DIGITS).then_some(number as f64)?;
    let value = number * half * rest;
    (value.is_finite() && value / half / rest == number).then_some(value)
}

/// Reports an operand of `.b128` that is not an unsigned integer. PTX has no literals of 128 bits.
fn no_integer(text: &str) -> Message {
    format!("`{text}`: expected an integer from 0 to 2^128 - 1, or `0x` and 32 digits").into()
}

/// Parses bits that are given as hexadecimal digits.
pub(super) fn raw(text: &str, width: u32) -> Result<u128, Message> {
    let bits = u128::from_str_radix(text, 16).ok().filter(|_| !text.starts_with('+'));
    match bits.filter(|bits| bits >> (width - 1) >> 1 == 0) {
        Some(bits) => Ok(bits),
        None => Err(format!("expected at most {} digits after `0x`", digits(width)).into()),
    }
}

/// Parses a number that is written as an integer. Reports an error if the text could also be the hexadecimal
/// bits.
fn whole(text: &str, ty: Type, kind: Option<Kind>) -> Result<u128, Message> {
    let number = format!("{text}.0");
    if is_bits(text, ty.bits()) {
        let what = format!("`{text}` may be a number or the bits of `.{}`", ty.word());
        let help = format!("write `{number}` for the number, `0x{text}` for the bits");
        return Err(Message::new(what).help(help));
    }
    match kind {
        Some(kind) => machine_source(&number, kind).map(u128::from),
        None => float(&literal::parse(&number)?, ty),
    }
}

/// Returns the bits of a literal. PTX has no literals for `.f16` and `.bf16`, so an `.f64` literal is
/// converted.
fn float(literal: &Literal, ty: Type) -> Result<u128, Message> {
    if !matches!(ty, Type::F16 | Type::Bf16) {
        return literal.bits(ty).map(u128::from);
    }
    let value = literal.bits(Type::F64)?;
    let spelling = format!("cvt.rn.{}.f64", ty.word());
    let converter = Instruction::new(&spelling, 1, &[Dialect::default()]);
    let converter = converter.map_err(|fault| fault.message)?;
    let sources = [value.into()];
    let mut results = converter.compute(&sources).into_iter().flatten();
    results.next().map(|result| result.1).ok_or_else(|| "the conversion has no function".into())
}

/// Returns whether a text is a decimal integer, with or without a sign.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a text has exactly the hexadecimal digits of a type with `width` bits.
pub(super) fn is_bits(text: &str, width: u32) -> bool {
    text.len() == digits(width) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the number of hexadecimal digits of a type with `width` bits.
fn digits(width: u32) -> usize {
    (width as usize).div_ceil(4)
}

/// Returns the bits of a machine instruction's operand. The text is an immediate as a disassembler prints it,
/// or `0x` and the bits. An `f64` operand has all 64 bits, not only the high word.
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

/// Parses a predicate: `true`, `PT`, `1`, `false` or `0`. A `!` before it negates the value.
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

/// Returns whether an operand without braces must be given as bits, because its float type has several lanes.
pub(super) fn is_raw(ty: Type) -> bool {
    matches!(ty.kind(), TypeKind::Float | TypeKind::Narrow) && !is_scalar(ty)
}

/// Returns whether a type is a single float, so that its operands may be numbers.
fn is_scalar(ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64 | Type::F16 | Type::Bf16)
}
