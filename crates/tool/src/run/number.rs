//! Parses numbers in arguments into the bits of a type.

use crate::eval::format::{Format, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed as _;
use ptx_isa::literal::hexadecimal_digits;
use ptx_isa::{Kind, Message, Type};

/// The types that scalars and buffer elements can have.
pub const TYPES: [Type; 16] = [
    Type::U8,
    Type::U16,
    Type::U32,
    Type::U64,
    Type::S8,
    Type::S16,
    Type::S32,
    Type::S64,
    Type::F16,
    Type::Bf16,
    Type::F32,
    Type::F64,
    Type::B8,
    Type::B16,
    Type::B32,
    Type::B64,
];

/// Returns whether buffers can have elements of this type.
#[must_use]
pub fn is_element(ty: Type) -> bool {
    TYPES.contains(&ty)
}

/// Returns the type with this name, for example `f32`.
pub(super) fn type_of(word: &str) -> Result<Type, Message> {
    let found = TYPES.into_iter().find(|ty| ty.word() == word);
    found.ok_or_else(|| {
        let words: Vec<_> = TYPES.iter().map(|ty| ty.word()).collect();
        Message::new(format!("unknown type `{word}`"))
            .note(format!("the types are {}", words.join(", ")))
    })
}

/// Parses a number into the bits of a type.
///
/// # Errors
/// If the text is not a number of the type, or if the number is out of range.
pub(super) fn bits(ty: Type, text: &str) -> Result<u64, Message> {
    match hexadecimal_digits(text) {
        Some(digits) => hexadecimal(ty, text, digits),
        None if ty.kind() == Kind::Float => float(ty, text),
        None => integer(ty, text),
    }
}

/// Returns the message about a number that is out of range.
fn too_large(ty: Type, text: &str) -> Message {
    Message::new(format!("`{text}` does not fit `{}`", ty.word()))
}

fn hexadecimal(ty: Type, text: &str, digits: &str) -> Result<u64, Message> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(format!("expected hexadecimal digits after `0x`, found `{text}`").into());
    }
    let significant = digits.trim_start_matches('0');
    if significant.len() > 16 {
        return Err(too_large(ty, text));
    }
    let bits = u64::from_str_radix(significant, 16).unwrap_or_default();
    if bits >> (ty.bits() - 1) >> 1 == 0 { Ok(bits) } else { Err(too_large(ty, text)) }
}

fn integer(ty: Type, text: &str) -> Result<u64, Message> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        let note = "an integer is decimal, or `0x` and hexadecimal digits";
        return Err(Message::new(format!(
            "expected an integer of `{}`, found `{text}`",
            ty.word()
        ))
        .note(note));
    }
    let number: i128 = text.parse().map_err(|_| too_large(ty, text))?;
    let half = 1i128 << (ty.bits() - 1);
    let range = match ty {
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => -half..half,
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => 0..2 * half,
        _ => -half..2 * half,
    };
    if !range.contains(&number) {
        let (least, greatest) = (range.start, range.end - 1);
        return Err(too_large(ty, text).note(format!("its numbers are {least} to {greatest}")));
    }
    Ok(number as u64 & (u64::MAX >> (64 - ty.bits())))
}

/// Parses a decimal float, rounded once to nearest even. Also accepts `inf`, `-inf` and `nan`.
fn float(ty: Type, text: &str) -> Result<u64, Message> {
    let sign_bit = 1u64 << (ty.bits() - 1);
    match text {
        "nan" => return Ok(sign_bit - 1),
        "inf" => return Ok(infinity(ty)),
        "-inf" => return Ok(infinity(ty) | sign_bit),
        _ => {}
    }
    let is_decimal = text.bytes().all(|c| c.is_ascii_digit() || b".eE+-".contains(&c));
    let fault = || {
        let note = "a float is decimal, `inf`, `-inf`, `nan`, or `0x` and its bits";
        Message::new(format!("expected a float of `{}`, found `{text}`", ty.word())).note(note)
    };
    // Rust's parser rounds decimal text to binary32 and binary64 only once.
    let double: f64 = text.parse().ok().filter(|_| is_decimal).ok_or_else(fault)?;
    match ty {
        Type::F64 => Ok(double.to_bits()),
        Type::F32 => Ok(text.parse::<f32>().map_err(|_| fault())?.to_bits().into()),
        _ => Ok(narrow(ty, text, double)),
    }
}

/// Returns the bits of +inf: all exponent bits are ones.
fn infinity(ty: Type) -> u64 {
    match ty {
        Type::F16 => 0x7c00,
        Type::Bf16 => 0x7f80,
        Type::F32 => 0x7f80_0000,
        _ => 0x7ff0_0000_0000_0000,
    }
}

/// Rounds a decimal text to a 16-bit type. `double` is the text rounded to binary64.
fn narrow(ty: Type, text: &str, double: f64) -> u64 {
    let sign = if double.is_sign_negative() { 0x8000 } else { 0 };
    // Outside of these limits the result is zero or ±inf. Exact arithmetic could be slow there, as for `1e-999999999`.
    if double.abs() < 1e-60 {
        return sign;
    }
    if double.abs() > 1e60 {
        return sign | infinity(ty);
    }
    let exact = rational(text).abs();
    let (format, _) = Format::of(ty).expect("a float");
    let value = |bits: u64| match format.value(bits) {
        Value::Finite(value) => value,
        // For +inf, use the power of two above the largest finite number. The rounding boundary is the midpoint of
        // these two numbers.
        _ => {
            let (largest, before) = (format.value(bits - 1), format.value(bits - 2));
            let (Value::Finite(largest), Value::Finite(before)) = (largest, before) else {
                unreachable!("numbers precede ∞")
            };
            &largest + &largest - before
        }
    };
    // Finds the largest number that does not exceed the exact number. Larger positive numbers have larger bits, so the
    // search can compare bits.
    let (mut low, mut high) = (0, infinity(ty));
    while high - low > 1 {
        let middle = u64::midpoint(low, high);
        if value(middle) <= exact { low = middle } else { high = middle }
    }
    let twice = &exact + &exact;
    let boundary = value(low) + value(high);
    let is_up = twice > boundary || twice == boundary && low % 2 == 1;
    sign | if is_up { high } else { low }
}

/// Returns the exact value of a decimal text that `f64` can parse.
fn rational(text: &str) -> BigRational {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigInt = format!("{whole}{fraction}0").parse().unwrap_or_default();
    let exponent: i64 = exponent.parse().unwrap_or_default();
    let exponent = exponent - i64::try_from(fraction.len()).unwrap_or_default() - 1;
    let power = BigInt::from(10).pow(u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX));
    if exponent < 0 { BigRational::new(digits, power) } else { (digits * power).into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_fit_their_type() {
        for (ty, text, expected) in [
            (Type::U8, "255", Some(255)),
            (Type::U8, "256", None),
            (Type::U8, "-1", None),
            (Type::S8, "-128", Some(0x80)),
            (Type::S8, "128", None),
            (Type::S8, "0xff", Some(0xff)),
            (Type::B8, "-1", Some(0xff)),
            (Type::B8, "255", Some(0xff)),
            (Type::U64, "18446744073709551615", Some(u64::MAX)),
            (Type::U64, "18446744073709551616", None),
            (Type::S64, "-9223372036854775808", Some(1 << 63)),
            (Type::U32, "0x1ffffffff", None),
            (Type::U32, "0x00000000000000000000001", Some(1)),
            (Type::U32, "+7", Some(7)),
            (Type::U32, "1.0", None),
            (Type::U32, "", None),
            (Type::U32, "-", None),
            (Type::U32, "-0x1", None),
            (Type::U32, "99999999999999999999999999999999999999999", None),
        ] {
            assert_eq!(bits(ty, text).ok(), expected, "{} {text}", ty.word());
        }
    }

    #[test]
    fn floats_round_once() {
        for (ty, text, expected) in [
            (Type::F32, "1", 0x3f80_0000),
            (Type::F32, "-2.5e-3", 0xbb23_d70a),
            // The number is above the midpoint of 1 and the next binary32 number. Rounded to binary64, the number
            // equals this midpoint.
            (Type::F32, "1.00000005960464477539062500001", 0x3f80_0001),
            (Type::F32, "nan", 0x7fff_ffff),
            (Type::F32, "-inf", 0xff80_0000),
            (Type::F32, "1e-400", 0),
            (Type::F32, "0x7fc00001", 0x7fc0_0001),
            (Type::F64, "nan", 0x7fff_ffff_ffff_ffff),
            (Type::F64, "1e400", 0x7ff0_0000_0000_0000),
            (Type::F16, "1", 0x3c00),
            (Type::F16, "-0.0", 0x8000),
            // 1 + 2^-11 is the midpoint of two binary16 numbers, so it is rounded to even. With an additional digit,
            // far below binary64's precision, the number is rounded up.
            (Type::F16, "1.00048828125", 0x3c00),
            (Type::F16, "1.000488281250000000000000000001", 0x3c01),
            (Type::F16, "1.000488281249999999999999999999", 0x3c00),
            (Type::F16, "1.00146484375", 0x3c02),
            (Type::F16, "65519.99", 0x7bff),
            (Type::F16, "65520", 0x7c00),
            (Type::F16, "5.960464477539063e-8", 1),
            (Type::F16, "2.98023223876953125e-8", 0),
            (Type::F16, "2.980232238769531250000000000000001e-8", 1),
            (Type::F16, "nan", 0x7fff),
            (Type::F16, "-1e999999999", 0xfc00),
            (Type::F16, "1e-999999999", 0),
            (Type::Bf16, "1.00390625", 0x3f80),
            (Type::Bf16, "1.003906250000000000000000000001", 0x3f81),
            (Type::Bf16, "3.3961775292304601e38", 0x7f80),
            (Type::Bf16, "3.39e38", 0x7f7f),
            (Type::Bf16, "inf", 0x7f80),
        ] {
            assert_eq!(bits(ty, text).ok(), Some(expected), "{} {text}", ty.word());
        }
        for text in ["infinity", "NaN", "1.5f", "", ".", "1e", "--1", "0x1ffff", "0xg", "1_0"] {
            assert!(bits(Type::F16, text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_half_is_its_own_decimal() {
        for ty in [Type::F16, Type::Bf16] {
            let (format, _) = Format::of(ty).expect("a float");
            for code in (0..=0xffff).filter(|code| code & 0x7fff < infinity(ty)).step_by(7) {
                assert_eq!(bits(ty, &format.decimal(code)).ok(), Some(code), "{}", ty.word());
            }
        }
    }
}
