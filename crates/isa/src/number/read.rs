//! Reads single numbers.

use super::decimal::Decimal;
use super::fault;
use super::format::{Format, Layout};
use super::lane::Lane;
use crate::literal::{self, hexadecimal_digits};
use crate::message::Message;
use crate::types::{Kind, Type};

/// Does the same as [`of_lane`](super::of_lane), but the messages have no cure that depends on the text.
pub(super) fn read(lane: Lane, word: &str, text: &str) -> Result<u128, Message> {
    match hexadecimal_digits(text) {
        Some(digits) => hexadecimal(lane.bits(), word, text, digits),
        None if is_bits_of_float(text) => bits_of_float(lane, word, text),
        None => match lane {
            Lane::Integer(ty) => integer(ty, word, text),
            Lane::Float(format) => float(format, word, text),
        },
    }
}

/// Rounds a decimal text with an optional sign. Returns `None` if it is malformed or out of range.
pub(crate) fn rounded(format: Format, text: &str) -> Option<u64> {
    let (is_negative, digits) = signed(text);
    let bits = format.round(&Decimal::parse(digits).ok()?, is_negative)?;
    Some(bits | u64::from(is_negative) << (format.bits - 1))
}

/// Returns whether a text has only decimal digits after an optional sign.
///
/// ```
/// assert!(ptx_isa::number::is_whole("-17"));
/// assert!(!ptx_isa::number::is_whole("1.0"));
/// ```
#[must_use]
pub fn is_whole(text: &str) -> bool {
    let (_, digits) = signed(text);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Splits a text into its sign, which may be missing, and the rest. Returns whether the sign is `-`.
fn signed(text: &str) -> (bool, &str) {
    (text.starts_with('-'), text.strip_prefix(['+', '-']).unwrap_or(text))
}

/// Parses the digits after `0x`. Zeros before them do not count.
pub(super) fn hexadecimal(
    width: u32,
    word: &str,
    text: &str,
    digits: &str,
) -> Result<u128, Message> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(format!("expected hexadecimal digits after `0x`, found `{text}`").into());
    }
    let significant = digits.trim_start_matches('0');
    let bits = if significant.is_empty() { Ok(0) } else { u128::from_str_radix(significant, 16) };
    bits.ok()
        .filter(|bits| bits >> (width - 1) >> 1 == 0)
        .ok_or_else(|| fault::too_many_digits(width, word, text))
}

/// Returns whether a text begins as `0f…` or `0d…`.
fn is_bits_of_float(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0', b'f' | b'F' | b'd' | b'D', ..])
}

/// Parses `0f…` or `0d…`, in the types that accept them in PTX.
fn bits_of_float(lane: Lane, word: &str, text: &str) -> Result<u128, Message> {
    let ty = match lane {
        Lane::Integer(ty) if ty.kind() == Kind::Bits => ty,
        Lane::Float(Format::BINARY32) => Type::F32,
        Lane::Float(Format::BINARY64) => Type::F64,
        _ => return Err(fault::no_bits_of_float(lane, word, text)),
    };
    match ty {
        Type::B32 | Type::B64 | Type::F32 | Type::F64 => Ok(literal::parse(text)?.bits(ty)?.into()),
        _ => Err(fault::no_bits_of_float(lane, word, text)),
    }
}

/// Parses a decimal integer.
fn integer(ty: Type, word: &str, text: &str) -> Result<u128, Message> {
    let (is_negative, digits) = signed(text);
    if !is_whole(text) {
        return Err(fault::no_integer(word, text));
    }
    let all = u128::MAX >> (u128::BITS - ty.bits());
    let half = all / 2 + 1;
    // The magnitude of the smallest number, and the greatest number.
    let (least, greatest) = match ty.kind() {
        _ if ty.rust().is_signed() || matches!(ty, Type::S4 | Type::S2) => (half, half - 1),
        Kind::Bits if ty != Type::B128 => (half, all),
        _ => (0, all),
    };
    let limit = if is_negative { least } else { greatest };
    let significant = digits.trim_start_matches('0');
    let size = if significant.is_empty() { Some(0) } else { significant.parse().ok() };
    match size {
        Some(size) if size <= limit && is_negative => Ok(0u128.wrapping_sub(size) & all),
        Some(size) if size <= limit => Ok(size),
        size => {
            let bits = size.filter(|size| *size <= if is_negative { half } else { all });
            let bits =
                bits.map(|size| if is_negative { 0u128.wrapping_sub(size) & all } else { size });
            Err(fault::integer_out_of_range((least, greatest), word, text, bits))
        }
    }
}

/// Parses a decimal float, `inf`, `-inf` or `nan`.
fn float(format: Format, word: &str, text: &str) -> Result<u128, Message> {
    let (is_negative, digits) = signed(text);
    let sign = u64::from(is_negative) << (format.bits - 1);
    let bits = match text {
        "nan" => format.nan().ok_or_else(|| fault::no_special(format, word, "NaN", is_negative))?,
        "inf" | "-inf" => {
            let infinity = format.infinity();
            infinity.ok_or_else(|| fault::no_special(format, word, "infinity", is_negative))? | sign
        }
        _ => {
            let decimal = Decimal::parse(digits).map_err(|_| fault::no_float(word, text))?;
            if is_negative && !format.has_sign() && !decimal.is_zero() {
                return Err(fault::no_negative(word, text));
            }
            let bits = format.round(&decimal, is_negative);
            let bits = bits.ok_or_else(|| fault::float_out_of_range(format, word, text))?;
            match format.layout {
                Layout::Fixed if is_negative => bits.wrapping_neg() & (format.magnitude() << 1 | 1),
                _ if format.has_sign() => bits | sign,
                _ => bits,
            }
        }
    };
    Ok(bits.into())
}
