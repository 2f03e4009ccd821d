//! Between floats and integers.

use crate::format::{BINARY64, Format, Unpacked, magnitude, negative, unpack};
use crate::mode::Rounding;
use crate::round::{pack, rounds_up};

/// The magnitude of a number rounded to an integer; 2^127 or more, infinity too, as the greatest.
#[inline]
const fn rounded(x: f64, r: Rounding) -> u128 {
    let Unpacked { sig, exp } = unpack(x);
    if exp > 74 {
        return u128::MAX;
    }
    if exp >= 0 {
        return (sig as u128).wrapping_shl(exp as u32);
    }
    // From 54 on all of the significand lies below one half.
    let lost = if exp < -63 { 63 } else { exp.unsigned_abs() };
    let kept = sig.wrapping_shr(lost);
    let rest = sig & 1_u64.wrapping_shl(lost).wrapping_sub(1);
    let half = 1_u64.wrapping_shl(lost.wrapping_sub(1));
    kept.wrapping_add(rounds_up(r, negative(x), kept, rest, half) as u64) as u128
}

/// A number rounded to an integer that is clamped to `-least ..= greatest`, in two's complement.
#[inline]
pub(crate) const fn to_integer(x: f64, r: Rounding, least: u64, greatest: u64) -> u64 {
    let rounded = rounded(x, r);
    let limit = if negative(x) { least } else { greatest };
    let clamped = if rounded > limit as u128 { limit } else { rounded as u64 };
    if negative(x) { clamped.wrapping_neg() } else { clamped }
}

/// A number rounded to an integral one; a zero has the sign of `x`.
#[inline]
pub(crate) const fn to_integral(x: f64, r: Rounding) -> f64 {
    if magnitude(x) >= INTEGRAL {
        return x;
    }
    f64::from_bits(from_integer(BINARY64, negative(x), rounded(x, r) as u64, Rounding::Rn))
}

/// 2^52: from here on every binary64 is integral.
const INTEGRAL: u64 =
    ((BINARY64.bias + BINARY64.fraction_bits as i32) as u64) << BINARY64.fraction_bits;

/// A sign and a magnitude as the bits of a format.
#[inline]
pub(crate) const fn from_integer(f: Format, negative: bool, magnitude: u64, r: Rounding) -> u64 {
    if magnitude == 0 {
        return if negative { f.sign } else { 0 };
    }
    let clear = magnitude.leading_zeros();
    pack(f, negative, 63_u32.wrapping_sub(clear) as i32, magnitude.wrapping_shl(clear), r)
}
