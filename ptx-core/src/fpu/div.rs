//! Division.

use crate::format::{
    BINARY64, Unpacked, field, infinite, magnitude, negative, normal, normalised, significand,
};
use crate::fpu::host;
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{adjusted_by_magnitude, pack, to_binary32_signed};

/// `a / b` in binary32.
///
/// A quotient of two 24-bit significands is a number of at most 25 bits or at least 2^-49 of
/// itself away from any; binary64's nearest compares with them as the quotient does.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, rounding: Rounding, subnormals: Subnormals) -> f32 {
    if matches!((rounding, subnormals), (Rounding::Rn, Subnormals::Keep)) {
        return nan::canonical(a / b);
    }
    to_binary32_signed(a as f64 / b as f64, a.to_bits() ^ b.to_bits(), rounding, subnormals)
}

/// `a / b` in binary64.
///
/// Where operands and quotient are normal the host's nearest quotient is moved by what the sign of
/// the remainder says. Subnormal operands, which some hosts divide very slowly, go by integers. A fused multiply-add of
/// the [`host`] gives the remainder of any.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, rounding: Rounding) -> f64 {
    // By how much the exponents may differ for a quotient that is normal.
    const APART: u32 = 1020;
    if matches!(rounding, Rounding::Rn) {
        return if is_normal(a) & is_normal(b) { a / b } else { uncommon(a, b, rounding) };
    }
    if host::FUSED {
        return host::quotient(a, b, rounding);
    }
    let (x, y) = (field(a), field(b));
    let inside = x.wrapping_sub(y).wrapping_add(APART) <= 2 * APART;
    if !(normal(x) & normal(y) & inside) {
        return uncommon(a, b, rounding);
    }
    let quotient = a / b;
    let remainder = remainder(a, b, quotient);
    adjusted_by_magnitude(quotient, remainder > 0, remainder < 0, rounding)
}

/// Whether a binary64 is a normal number: by floats, for what does not need its exponent.
#[inline]
const fn is_normal(x: f64) -> bool {
    (x.abs() >= f64::MIN_POSITIVE) & (x.abs() <= f64::MAX)
}

/// The remainder of the magnitudes, in units of the last place of `quotient * b`.
///
/// At most half a unit of the quotient is missing, so it is at most half the significand of `b`:
/// 64 bits of it, read as signed, are all of it.
#[inline]
const fn remainder(a: f64, b: f64, quotient: f64) -> i64 {
    // The quotient's exponent is the difference of the others, or one less.
    let exponent = field(a).wrapping_sub(field(b)).wrapping_add(1023);
    let shift = exponent.wrapping_sub(field(quotient)).wrapping_add(52);
    let product = significand(quotient).wrapping_mul(significand(b));
    significand(a).wrapping_shl(shift).wrapping_sub(product) as i64
}

/// `a / b` in binary64, whatever the operands and the quotient.
const fn uncommon(a: f64, b: f64, rounding: Rounding) -> f64 {
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
    // The quotient of the significands, as numbers in [1, 2), is a power of two only if it is exact.
    let (x, y) = (normalised(a), normalised(b));
    let (one_to_two_a, one_to_two_b) = (one_to_two(x), one_to_two(y));
    let quotient = one_to_two_a / one_to_two_b;
    let remainder = remainder(one_to_two_a, one_to_two_b, quotient);
    let sig = (significand(quotient) << 11).wrapping_sub((remainder < 0) as u64);
    let exp = x.exp - y.exp + field(quotient) as i32 - 1023;
    f64::from_bits(pack(BINARY64, minus, exp, sig | (remainder > 0) as u64, rounding))
}

/// A significand as a number in [1, 2).
#[inline]
const fn one_to_two(x: Unpacked) -> f64 {
    f64::from_bits(x.sig & (BINARY64.min_normal - 1) | BINARY64.one)
}
