//! Addition.

use crate::format::{Format, infinite, magnitude, negative, widen, widen_single};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{directed, halve, narrow, narrow_to};

/// `a + b` in binary32.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, r: Rounding, s: Subnormals) -> f32 {
    if matches!((r, s), (Rounding::Rn, Subnormals::Keep)) {
        return nan::canonical(a + b);
    }
    let (a, b) = (a as f64, b as f64);
    let wide = match r {
        // Rounding to 53 bits and then to 24 is harmless for a sum of 24-bit numbers to nearest:
        // 53 is at least twice 24 and two more (Figueroa 1995).
        Rounding::Rn => a + b,
        _ => sum_to_odd(a, b, r),
    };
    narrow(wide, r, s)
}

/// `a + b` in binary64.
///
/// The host's sum is the nearest, and its error is a number (Dekker 1971), whose sign tells a directed
/// rounding where to go. A sum of numbers that overflows is below the infinity it is rounded to.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, r: Rounding) -> f64 {
    let sum = a + b;
    if nan::is_nan(sum) {
        return nan::result(&[a, b]);
    }
    if matches!(r, Rounding::Rn) || infinite(a) || infinite(b) {
        return sum;
    }
    if infinite(sum) {
        return directed(sum, false, true, r);
    }
    // Fast2Sum (Dekker 1971): what the larger operand and the sum leave of the smaller is exact.
    let (large, small) = if magnitude(a) < magnitude(b) { (b, a) } else { (a, b) };
    let error = small - (sum - large);
    let same = negative(error) == negative(sum);
    let inexact = error != 0.0;
    signed_zero(directed(sum, inexact & same, inexact & !same, r), a, b, r)
}

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
    let sum = a + b;
    // TwoSum (Knuth): the error is exact; it is a NaN if the sum is not finite.
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let inexact = (error < 0.0) | (error > 0.0);
    let short = inexact & (negative(error) != negative(sum));
    let truncated = sum.to_bits().wrapping_sub(short as u64);
    signed_zero(f64::from_bits(truncated | inexact as u64), a, b, r)
}

/// A sum that is exactly zero is +0, towards minus infinity -0; two zeros of one sign keep it.
#[inline]
const fn signed_zero(sum: f64, a: f64, b: f64, r: Rounding) -> f64 {
    match r {
        Rounding::Rm if sum.to_bits() == 0 && negative(a) | negative(b) => -0.0,
        _ => sum,
    }
}
