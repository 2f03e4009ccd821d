//! Addition.

use crate::format::{Format, negative, widen, widen_single};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{corrected, corrected_single, halve, narrow_to};

/// `a + b` in binary32. A subnormal sum is exact, so that what `.ftz` flushes is seen of it.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, r: Rounding, s: Subnormals) -> f32 {
    let sum = if matches!(r, Rounding::Rn) { a + b } else { directed_sum_single(a, b, r) };
    let flushed = matches!(s, Subnormals::Flush) && sum.abs() < f32::MIN_POSITIVE;
    nan::canonical(if flushed { (0.0_f32).copysign(sum) } else { sum })
}

/// `a + b` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, r: Rounding) -> f64 {
    let sum = if matches!(r, Rounding::Rn) { a + b } else { directed_sum(a, b, r) };
    if sum.is_nan() { nan::result(&[a, b]) } else { sum }
}

/// Defines `a + b` rounded in a direction; a NaN remains one.
///
/// The host's sum is the nearest, and has of the smaller operand what it is more than the larger, which is
/// a number (Dekker's Fast2Sum, 1971). A sum that overflows has an infinity of it, too much; one of infinite
/// operands has a NaN, which compares with nothing.
macro_rules! directed_sum {
    ($name:ident, $float:ident, $bits:ident, $corrected:ident) => {
        #[inline]
        const fn $name(a: $float, b: $float, r: Rounding) -> $float {
            // Downwards is the other way round, zeros included: a sum that is exactly zero is -0.
            let down = matches!(r, Rounding::Rm);
            let (a, b, r) = if down { (-a, -b, Rounding::Rp) } else { (a, b, r) };
            let sum = a + b;
            // Exchanged by a mask, of which compilers make no branch.
            let apart = a.abs().to_bits().wrapping_sub(b.abs().to_bits()).cast_signed();
            let other = (a.to_bits() ^ b.to_bits()) & (apart >> ($bits::BITS - 1)).cast_unsigned();
            let large = $float::from_bits(a.to_bits() ^ other);
            let small = $float::from_bits(b.to_bits() ^ other);
            let rounded = $corrected(sum, sum - large, small, r);
            if down { -rounded } else { rounded }
        }
    };
}

directed_sum!(directed_sum, f64, u64, corrected);
directed_sum!(directed_sum_single, f32, u32, corrected_single);

/// `a + b` in a half-precision format.
///
/// To nearest, rounding to binary32 and then again is harmless: its 24 bits are at least twice the 11
/// or 8 of a half and two more (Figueroa 1995), and below the normal numbers sums are exact. Otherwise
/// binary64 holds enough of the sum, rounded to odd.
#[inline(always)]
pub(crate) const fn half(f: Format, a: u16, b: u16, r: Rounding, s: Subnormals) -> u16 {
    if matches!(r, Rounding::Rn) {
        return halve(f, widen_single(f, a) + widen_single(f, b), r, s);
    }
    narrow_to(f, sum_to_odd(widen(f, a), widen(f, b), r), r, s) as u16
}

/// `a + b` rounded to odd: if inexact, truncated with the last bit set. Such a sum compares with
/// every shorter number as the exact one does. Exact zeros have the sign that `r` gives them.
///
/// The operands must be so far from the limits of binary64 that nothing overflows or is lost.
#[inline]
pub(crate) const fn sum_to_odd(a: f64, b: f64, r: Rounding) -> f64 {
    let down = matches!(r, Rounding::Rm);
    let (a, b) = if down { (-a, -b) } else { (a, b) };
    let sum = a + b;
    // TwoSum (Knuth): the error is exact; it is a NaN if the sum is not finite.
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let inexact = (error < 0.0) | (error > 0.0);
    let short = inexact & (negative(error) != negative(sum));
    let truncated = sum.to_bits().wrapping_sub(short as u64);
    let odd = f64::from_bits(truncated | inexact as u64);
    if down { -odd } else { odd }
}
