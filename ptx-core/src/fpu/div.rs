//! Division in binary32 and binary64.

use crate::format::{
    BINARY64, Unpacked, field, infinite, magnitude, negative, normal, normalised, significand,
};
use crate::fpu::host;
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{adjusted_by_magnitude, pack, to_binary32_signed};

/// Computes `a / b` in binary32.
///
/// If the rounding is `.rn` and there is no `.ftz`, the native `/` returns the result. In all other cases the quotient
/// is rounded to binary64 first. Rounding twice is harmless, because a quotient of two 24-bit significands is a
/// rounding boundary or is far from every boundary. If the quotient has more than 25 bits, it differs from all numbers
/// of at most 25 bits by a relative 2^-49 or more. Rounding to binary64 changes the quotient by a relative 2^-53 or
/// less. The quotient therefore stays on the same side of every binary32 number and midpoint.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, rounding: Rounding, subnormals: Subnormals) -> f32 {
    if matches!((rounding, subnormals), (Rounding::Rn, Subnormals::Keep)) {
        return nan::canonical(a / b);
    }
    to_binary32_signed(a as f64 / b as f64, a.to_bits() ^ b.to_bits(), rounding, subnormals)
}

/// Computes `a / b` in binary64.
///
/// With `.rn`, normal operands are divided natively. All other operands are divided by [`by_integers`], since some
/// processors divide subnormal numbers very slowly.
///
/// With a directed rounding, the native quotient is corrected by the sign of the remainder:
///
/// * If [`host::FUSED`] is true, a fused multiply-add computes the remainder.
/// * Otherwise, if operands and quotient are normal, integers compute the remainder.
/// * Otherwise, [`by_integers`] computes the quotient.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, rounding: Rounding) -> f64 {
    // If the exponents of the operands differ by at most `APART`, the quotient is normal.
    const APART: u32 = 1020;
    if matches!(rounding, Rounding::Rn) {
        return if is_normal(a) & is_normal(b) { a / b } else { by_integers(a, b, rounding) };
    }
    if host::FUSED {
        return host::quotient(a, b, rounding);
    }
    let (x, y) = (field(a), field(b));
    let inside = x.wrapping_sub(y).wrapping_add(APART) <= 2 * APART;
    if !(normal(x) & normal(y) & inside) {
        return by_integers(a, b, rounding);
    }
    let quotient = a / b;
    let remainder = remainder(a, b, quotient);
    adjusted_by_magnitude(quotient, remainder > 0, remainder < 0, rounding)
}

/// Returns whether `x` is a normal number. Comparing floats is cheaper than extracting the exponent field for
/// [`normal`].
#[inline]
const fn is_normal(x: f64) -> bool {
    (x.abs() >= f64::MIN_POSITIVE) & (x.abs() <= f64::MAX)
}

/// Returns `|a| - |quotient * b|`, in units of the lowest bit of the exact product `quotient * b`.
///
/// `quotient` must be `a / b` rounded to nearest. `quotient` differs from the exact quotient by at most half a unit in
/// the last place. The result is therefore at most half the significand of `b`. The result fits into an i64, so
/// wrapping arithmetic on the low 64 bits is exact.
#[inline]
const fn remainder(a: f64, b: f64, quotient: f64) -> i64 {
    // The exponent of the quotient is the exponent of `a` minus the exponent of `b`, or 1 less.
    let exponent = field(a).wrapping_sub(field(b)).wrapping_add(1023);
    let shift = exponent.wrapping_sub(field(quotient)).wrapping_add(52);
    let product = significand(quotient).wrapping_mul(significand(b));
    significand(a).wrapping_shl(shift).wrapping_sub(product) as i64
}

/// Computes `a / b` in binary64, for any operands. Divides the normalised significands natively, and computes all other
/// parts with integers.
const fn by_integers(a: f64, b: f64, rounding: Rounding) -> f64 {
    if a.is_nan() || b.is_nan() {
        return nan::propagated(&[a, b]);
    }
    let minus = negative(a) != negative(b);
    let sign = if minus { BINARY64.sign } else { 0 };
    let (zero, by_zero) = (magnitude(a) == 0, magnitude(b) == 0);
    if (zero & by_zero) | (infinite(a) & infinite(b)) {
        return nan::INVALID_F64;
    }
    if zero || infinite(b) {
        return f64::from_bits(sign);
    }
    if by_zero || infinite(a) {
        return f64::from_bits(sign | BINARY64.infinity);
    }
    // Divides the significands natively, as numbers in [1, 2). The low 11 bits of `sig` tell `pack` whether the exact
    // quotient is above or below the rounded quotient. If the exact quotient is below, the code subtracts 1 from `sig`.
    // The subtraction does not clear the highest bit of `sig`, because a quotient that rounds to a power of two is
    // exact.
    let (x, y) = (normalised(a), normalised(b));
    let (one_to_two_a, one_to_two_b) = (one_to_two(x), one_to_two(y));
    let quotient = one_to_two_a / one_to_two_b;
    let remainder = remainder(one_to_two_a, one_to_two_b, quotient);
    let sig = (significand(quotient) << 11).wrapping_sub((remainder < 0) as u64);
    let exp = x.exp - y.exp + field(quotient) as i32 - 1023;
    f64::from_bits(pack(BINARY64, minus, exp, sig | (remainder > 0) as u64, rounding))
}

/// Returns the significand of `x` as a number in [1, 2).
#[inline]
const fn one_to_two(x: Unpacked) -> f64 {
    f64::from_bits(x.sig & (BINARY64.min_normal - 1) | BINARY64.one)
}
