//! Writes exact numbers in decimal.

use super::format::exponent;
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use ptx_isa::Type;

/// The maximum length of an exact decimal expansion without an exponent.
const LONGEST_EXPANSION: usize = 80;

/// Returns the exact decimal text of a binary number, such as `0.100000001490116119384765625`. A number with a longer
/// expansion has an exponent.
pub(super) fn exact(x: &BigRational) -> String {
    if x.is_zero() {
        return "0".into();
    }
    // The denominator of a binary number is a power of two: 2^`halvings`.
    let halvings = x.denom().bits() - 1;
    let digits =
        (x.numer() * BigInt::from(5).pow(u32::try_from(halvings).unwrap_or(0))).to_string();
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |rest| ("-", rest));
    let places = usize::try_from(halvings).unwrap_or(0);
    if digits.len().max(places) > LONGEST_EXPANSION {
        let exponent = digits.len().cast_signed() - places.cast_signed() - 1;
        let (first, rest) = digits.trim_end_matches('0').split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{first}{point}{rest}e{exponent}");
    }
    if places == 0 {
        return format!("{sign}{digits}");
    }
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places);
    format!("{sign}{whole}.{fraction}")
}

/// Rounds a number to `count` significant digits, to nearest: `1.2345678901e-5`.
pub(super) fn digits(x: &BigRational, count: u32) -> String {
    if x.is_zero() {
        return "0".into();
    }
    // Estimates the decimal exponent from the binary exponent: log10(2) is about 0.30103. The estimate is either exact
    // or too low by one.
    let mut places = exponent(x).saturating_mul(30103).div_euclid(100_000);
    let ten = |n: i64| {
        let size = BigInt::from(10).pow(u32::try_from(n.unsigned_abs()).unwrap_or(0));
        if n < 0 { BigRational::new(BigInt::one(), size) } else { size.into() }
    };
    let mut size = x.abs() / ten(places);
    while size >= BigRational::from_integer(10.into()) {
        size /= BigRational::from_integer(10.into());
        places += 1;
    }
    let mut scaled = (size * ten(i64::from(count) - 1)).round().to_integer().to_string();
    if scaled.len() > count as usize {
        scaled.pop();
        places += 1;
    }
    let sign = if x.numer().sign() == Sign::Minus { "-" } else { "" };
    let shown = scaled.trim_end_matches('0');
    let point = usize::try_from(places).unwrap_or(0) + 1;
    match places {
        -4..0 => format!("{sign}0.{}{shown}", "0".repeat(places.unsigned_abs() as usize - 1)),
        0..9 if shown.len() <= point => format!("{sign}{shown:0<point$}"),
        0..9 => format!("{sign}{}.{}", &shown[..point], &shown[point..]),
        _ if shown.len() == 1 => format!("{sign}{shown}e{places}"),
        _ => format!("{sign}{}.{}e{places}", &shown[..1], &shown[1..]),
    }
}

/// Returns an integer or a predicate in decimal. Types other than `.sN` are unsigned.
pub(crate) fn integer(ty: Type, bits: u128) -> String {
    let unused = u128::BITS - ty.bits();
    match ty {
        Type::Pred => (bits != 0).to_string(),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => {
            ((bits << unused).cast_signed() >> unused).to_string()
        }
        _ => bits.to_string(),
    }
}
