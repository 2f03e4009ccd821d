//! Multiplication in binary32, binary64 and the half-precision formats.

use crate::format::{
    BINARY64, Format, field, infinite, magnitude, negative, normal, normalised, significand, widen,
    widen_single,
};
use crate::fpu::host;
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{
    adjusted_by_magnitude, double_to_short, pack, single_to_half, to_binary32_signed,
};

/// Computes `a * b` in binary32. With a directed rounding, the code rounds the binary64 product, which is exact.
///
/// `.ftz` flushes a product that is below 2^-126 after rounding with unbounded exponent. With `.rn` and `.ftz` the code
/// therefore also computes 2^64 times the product. This scaled product is normal even if the product is just below
/// 2^-126, so the native multiplication rounds it to 24 bits.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, rounding: Rounding, subnormals: Subnormals) -> f32 {
    const TWO_64: f32 = (1_u128 << 64) as f32;
    if !matches!(rounding, Rounding::Rn) {
        return to_binary32_signed(
            a as f64 * b as f64,
            a.to_bits() ^ b.to_bits(),
            rounding,
            subnormals,
        );
    }
    let product = a * b;
    let flushed = matches!(subnormals, Subnormals::Flush)
        && (a * TWO_64 * b).abs() < f32::MIN_POSITIVE * TWO_64;
    nan::canonical(if flushed { (0.0_f32).copysign(product) } else { product })
}

/// Computes `a * b` in binary64.
///
/// With a directed rounding, the code corrects the native product, depending on the sign of the rounding error. If
/// [`host::FUSED`] is true, a fused multiply-add computes the error. Otherwise, if operands and product are normal,
/// integers compute the error. The error is the exact 106-bit product of the significands, minus the rounded product on
/// the same scale. On this scale the unit in the last place of the rounded product is 2^52 or 2^53. The error is at
/// most half of this unit and fits into an i64, so wrapping arithmetic on the low 64 bits is exact. If a number is not
/// normal, [`by_integers`] computes the product.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, rounding: Rounding) -> f64 {
    // The smallest sum of the exponent fields of `a` and `b` for which the code corrects the native product. From
    // this sum on, the product is at least 2^-1022.
    const LEAST: u32 = 1024;
    // The largest sum of the exponent fields of `a` and `b` for which the code corrects the native product. Up to
    // this sum, the product is below 2^1024.
    const GREATEST: u32 = 3068;
    if matches!(rounding, Rounding::Rn) {
        let product = a * b;
        return if product.is_nan() { nan::of_sum_or_product(a, b) } else { product };
    }
    if host::FUSED {
        return host::product(a, b, rounding);
    }
    let (x, y) = (field(a), field(b));
    let inside = x.wrapping_add(y).wrapping_sub(LEAST) <= GREATEST - LEAST;
    if !(normal(x) & normal(y) & inside) {
        return by_integers(a, b, rounding);
    }
    let product = a * b;
    let unit = field(product).wrapping_add(1023 + 52).wrapping_sub(x).wrapping_sub(y);
    let nearest = significand(product).wrapping_shl(unit);
    let rest = significand(a).wrapping_mul(significand(b)).wrapping_sub(nearest) as i64;
    adjusted_by_magnitude(product, rest > 0, rest < 0, rounding)
}

/// Computes `a * b` in binary64 with integers, for any operands.
const fn by_integers(a: f64, b: f64, rounding: Rounding) -> f64 {
    if a.is_nan() || b.is_nan() {
        return nan::of_sum_or_product(a, b);
    }
    let minus = negative(a) != negative(b);
    let sign = if minus { BINARY64.sign } else { 0 };
    let zero = magnitude(a) == 0 || magnitude(b) == 0;
    if infinite(a) || infinite(b) {
        return if zero { nan::INVALID_F64 } else { f64::from_bits(sign | BINARY64.infinity) };
    }
    if zero {
        return f64::from_bits(sign);
    }
    let (x, y) = (normalised(a), normalised(b));
    let product = x.sig as u128 * y.sig as u128;
    let clear = product.leading_zeros();
    let product = product.wrapping_shl(clear);
    let sig = (product >> 64) as u64 | (product as u64 != 0) as u64;
    f64::from_bits(pack(BINARY64, minus, x.exp + y.exp + 127 - clear as i32, sig, rounding))
}

/// Computes `a * b` in a half-precision format.
///
/// With a directed rounding, the code rounds the binary64 product, which is always exact. With `.rn`, the code first
/// computes the product in binary32:
///
/// * A product of two binary16 numbers is exact in binary32.
/// * A normal product of two bfloat16 numbers is exact in binary32. A smaller product is also exact if it is at least
///   2^-134, half the smallest subnormal bfloat16: such a product is a multiple of 2^-149.
/// * A product below 2^-134 rounds to 0. Even if binary32 rounds the product up to 2^-134, the result is 0, since
///   2^-134 is a tie that rounds to 0.
#[inline(always)]
pub(crate) const fn half_precision(
    format: Format,
    a: u16,
    b: u16,
    rounding: Rounding,
    subnormals: Subnormals,
) -> u16 {
    if matches!(rounding, Rounding::Rn) {
        return single_to_half(
            format,
            widen_single(format, a) * widen_single(format, b),
            rounding,
            subnormals,
        );
    }
    double_to_short(format, widen(format, a) * widen(format, b), rounding, subnormals) as u16
}
