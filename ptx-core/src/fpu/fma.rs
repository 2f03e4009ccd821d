//! Fused multiply-add: the exact product plus the addend, rounded once.
//!
//! # Binary64
//!
//! No wider native format holds the exact product. If the exponents are moderate (see `is_moderate`), three steps turn
//! the exact result into a sum of floats (after Boldo and Melquiond, "Emulation of FMA and correctly rounded sums:
//! proved algorithms using rounding to odd", IEEE Transactions on Computers 57, 2008):
//!
//! 1. `a * b = product + error`, exactly (Dekker's multiplication). The algorithm splits each factor into two parts of
//!    at most 27 bits, so that the four partial products are exact.
//! 2. `product + c = v + v_error`, exactly (Knuth's TwoSum).
//! 3. `rest = v_error + error`, rounded to nearest.
//!
//! With `.rn` the result is `v + rest`, rounded, except in rare cases that the code detects from the bits of `rest`. In
//! the proof `ulp(x)` is the unit in the last place of `x`:
//!
//! * Rounding gives `|error| <= ulp(product) / 2` and `|v_error| <= ulp(v) / 2`.
//! * If `|v| < |product| / 2`, then `v_error` is 0 (Sterbenz's lemma) and `v` is a multiple of `ulp(product) / 2`. So
//!   `rest` equals `error`, and `|rest| <= |v|` unless `v` is zero.
//! * Otherwise `ulp(v) >= ulp(product) / 2`, so `|rest| <= 1.5 ulp(v)`.
//! * The rounding error of `rest` matters only if `v + rest` is a midpoint. The distance from `v` to a midpoint is a
//!   multiple of `ulp(v) / 4`. Only the upper three bits of the significand of `rest` can then be nonzero. For such a
//!   `rest`, the code computes `rest` again, rounded to odd.
//!
//! With a directed rounding, the code needs the sign of the difference between the exact result and the rounded sum of
//! `v` and `rest`. This difference is the rounding error of the sum plus the rounding error of `rest`:
//!
//! * If the rounding error of the sum is nonzero, it is a multiple of `ulp(rest)`. The rounding error of `rest` is at
//!   most `ulp(rest) / 2`, so the difference has the sign of the rounding error of the sum.
//! * Otherwise the difference has the sign of the rounding error of `rest`.
//!
//! If the exponents are not moderate, the code computes with 128-bit integers. If [`host::FUSED`] is true, a fused
//! multiply-add computes `.rn` for all operands, and `error` in step 1 for a directed rounding.

use crate::flush::{widened_factor, widened_operand};
use crate::format::{
    BINARY16, BINARY32, BINARY64, Format, field, infinite, magnitude, negative, normalised,
};
use crate::fpu::{add, host, mul};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{adjusted, double_to_short, pack, shift_right_jam, to_binary32};

/// Computes `a * b + c` in binary32. The product has at most 48 bits, so it is exact in binary64.
///
/// | rounding | `.ftz` | method |
/// |---|---|---|
/// | `.rn` | no | a fused multiply-add of the target, if [`host::FUSED`] is true |
/// | directed | no | [`add::directed_sum_narrowed`] |
/// | any | any | in all other cases: the sum in binary64, then rounded to binary32 |
///
/// In the last row of the table, rounding twice can be harmful only if the binary64 sum is a rounding boundary of
/// binary32 (see [`is_no_boundary`]). For such a rare sum, the code computes the sum again, rounded to odd. In scalar
/// code LLVM compiles the test for a boundary to a branch, which is predicted well. In a vectorised loop, the compiled
/// code computes both sums and selects one.
///
/// In a loop inside `ptx::wide`, the fused multiply-add takes an eighth of the time of the method in the last row
/// (benches/RESULTS.md). The fused multiply-add cannot compute `.ftz`, because `.ftz` depends on the result before the
/// rounding to a subnormal number.
#[inline]
pub(crate) const fn binary32(
    a: f32,
    b: f32,
    c: f32,
    rounding: Rounding,
    subnormals: Subnormals,
) -> f32 {
    if matches!((rounding, subnormals), (Rounding::Rn, Subnormals::Keep)) && host::FUSED {
        return nan::canonical(host::mul_add_f32(a, b, c));
    }
    let (product, c) = (a as f64 * b as f64, c as f64);
    if !matches!(rounding, Rounding::Rn) && matches!(subnormals, Subnormals::Keep) {
        return nan::canonical(add::directed_sum_narrowed(product, c, rounding));
    }
    let sum = product + c;
    let wide =
        if is_no_boundary(sum, rounding) { sum } else { add::sum_to_odd(product, c, rounding) };
    to_binary32(wide, rounding, subnormals)
}

/// Returns whether `wide` is not a rounding boundary of binary32, so that rounding twice is harmless.
///
/// For a directed rounding the boundaries are the binary32 numbers, and for `.rn` the midpoints. Midpoints between
/// subnormal numbers have other bit patterns than all other midpoints. For `.rn` the function therefore returns false
/// for every magnitude below the normal numbers.
#[inline]
const fn is_no_boundary(wide: f64, rounding: Rounding) -> bool {
    const LOST: u32 = BINARY64.fraction_bits - BINARY32.fraction_bits;
    let below = (wide.to_bits() as u32) << (32 - LOST);
    if matches!(rounding, Rounding::Rn) {
        (below != 1 << 31) & (wide.abs() >= f32::MIN_POSITIVE as f64)
    } else {
        below != 0
    }
}

/// Computes `a * b + c` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    if matches!(rounding, Rounding::Rn) && host::FUSED {
        let sum = host::mul_add(a, b, c);
        return if sum.is_nan() { nan::of_fma(a, b, c) } else { sum };
    }
    if !matches!(rounding, Rounding::Rn) {
        return f64::from_bits(directed_bits(a, b, c, rounding));
    }
    if !is_moderate(a, b, c) {
        return by_integers(a, b, c, rounding);
    }
    let Parts { v, v_error, error, rest } = parts(a, b, c);
    let short = rest.to_bits() << UPPER == 0;
    if short { v + add::sum_to_odd(v_error, error, rounding) } else { v + rest }
}

/// Returns the bits of [`binary64`] with a directed rounding.
///
/// The function returns the bits that [`adjusted`] computes. Returning a float instead would move the bits to a vector
/// register. The move costs 18 % more time in a dependency chain and 33 % more inside `ptx::wide` (benches/RESULTS.md,
/// `fma.rz.f64`).
#[inline]
const fn directed_bits(a: f64, b: f64, c: f64, rounding: Rounding) -> u64 {
    if !is_moderate(a, b, c) {
        return by_integers(a, b, c, rounding).to_bits();
    }
    let Parts { v, v_error, error, rest } = parts(a, b, c);
    let sum = v + rest;
    // `v` is zero or the larger summand. `rest - added` is therefore the exact error of `sum` (Fast2Sum).
    let added = sum - v;
    if rest != added {
        return adjusted(sum, added, rest, rounding);
    }
    let (_, left) = two_sum(v_error, error);
    if magnitude(left) == 0 {
        let zero = if matches!(rounding, Rounding::Rm) { -0.0_f64 } else { 0.0 };
        return if magnitude(sum) == 0 { zero.to_bits() } else { sum.to_bits() };
    }
    adjusted(sum, 0.0, left, rounding)
}

/// The exact result of `a * b + c`, as the sum `v + (v_error + error)`. The top of this file describes the steps.
pub(super) struct Parts {
    pub(super) v: f64,
    pub(super) v_error: f64,
    pub(super) error: f64,
    /// `v_error + error`, rounded to nearest.
    pub(super) rest: f64,
}

/// Computes the [`Parts`] of operands that [`is_moderate`] accepts.
#[inline]
pub(super) const fn parts(a: f64, b: f64, c: f64) -> Parts {
    let product = a * b;
    let error = product_error(a, b, product);
    let (v, v_error) = two_sum(product, c);
    Parts { v, v_error, error, rest: v_error + error }
}

/// The number of upper bits of `rest` that can be nonzero if `v + rest` is a midpoint: sign, exponent field and two
/// fraction bits. `rest` is then a multiple of `ulp(v) / 4` and at most `1.5 ulp(v)` (proof at the top of this file).
const UPPER: u32 = 1 + 11 + 2;

/// The smallest sum of the exponent fields of both factors for which all bits of the error of the product are worth at
/// least 2^-1022.
pub(super) const LEAST: u32 = 1128;
/// The largest sum of the exponent fields of both factors for which the product is below 2^1022.
pub(super) const GREATEST: u32 = 3066;

/// Returns whether the exponents are moderate: no product, sum or error overflows, and no subnormal product, sum or
/// error is inexact.
///
/// The limit for the exponent of a factor is below the largest exponent, because [`upper`] may round the factor up to
/// the next power of two.
#[inline]
const fn is_moderate(a: f64, b: f64, c: f64) -> bool {
    let (x, y, z) = (field(a), field(b), field(c));
    let product = x.wrapping_add(y).wrapping_sub(LEAST) <= GREATEST - LEAST;
    let factors = (x.wrapping_sub(1) < 2045) & (y.wrapping_sub(1) < 2045);
    product & factors & (z.wrapping_sub(1) < 2044)
}

/// Returns a sum, rounded to nearest, and its exact error (Knuth's TwoSum).
#[inline]
pub(crate) const fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// Returns `a * b - product`, exactly (Dekker's multiplication).
#[inline]
const fn product_error(a: f64, b: f64, product: f64) -> f64 {
    if host::FUSED {
        return host::mul_add(a, b, -product);
    }
    let (a_upper, b_upper) = (f64::from_bits(a.to_bits() & !LOWER), upper(b));
    let (a_lower, b_lower) = (a - a_upper, b - b_upper);
    let error = a_upper * b_upper - product;
    ((error + a_upper * b_lower) + a_lower * b_upper) + a_lower * b_lower
}

/// A mask of the lower 26 fraction bits. The other 27 bits of a significand remain if these 26 bits are cleared.
const LOWER: u64 = (1 << 26) - 1;

/// Returns `x` rounded to 26 bits. `x - upper(x)` has at most 26 bits.
#[inline]
const fn upper(x: f64) -> f64 {
    f64::from_bits(x.to_bits().wrapping_add(1 << 26) & !(LOWER << 1 | 1))
}

/// Computes `a * b + c` in binary64 with integers, for any operands.
const fn by_integers(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    if a.is_nan() || b.is_nan() || c.is_nan() {
        return nan::of_fma(a, b, c);
    }
    if infinite(a) || infinite(b) || magnitude(a) == 0 || magnitude(b) == 0 {
        // The product is ±0, ±inf or invalid, so it is not rounded.
        return add::binary64(mul::binary64(a, b, rounding), c, rounding);
    }
    if infinite(c) {
        return c;
    }
    if magnitude(c) == 0 {
        return mul::binary64(a, b, rounding);
    }
    of_nonzero(a, b, c, rounding)
}

/// Computes `a * b + c` of finite nonzero numbers.
#[inline]
const fn of_nonzero(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    let (x, y, z) = (normalised(a), normalised(b), normalised(c));
    // The leading bit of `product` is bit 124 or 125, and the leading bit of `addend` is bit 124. The summand with the
    // smaller exponent is shifted right. If the shift loses bits, the exponents differ so much that at most one leading
    // bit cancels. The lost bits then lie far below the last bit of the result, so one set bit can stand for them.
    let product = (x.sig as u128 * y.sig as u128) << 20;
    let addend = (z.sig as u128) << 72;
    let product_exp = x.exp + y.exp - 20;
    let apart = product_exp - (z.exp - 72);
    let swap = apart < 0;
    let (great, small) = if swap { (addend, product) } else { (product, addend) };
    let small = shift_right_jam(small, apart.unsigned_abs());
    let exp = if swap { z.exp - 72 } else { product_exp };

    let product_negative = negative(a) != negative(b);
    let great_negative = if swap { negative(c) } else { product_negative };
    let opposite = product_negative != negative(c);
    // If product and addend have opposite signs, `small` is subtracted. The difference is negative if `small` has the
    // larger magnitude.
    let sum = great.wrapping_add(if opposite { small.wrapping_neg() } else { small });
    let reversed = opposite & (sum >> 127 != 0);
    let sum = if reversed { sum.wrapping_neg() } else { sum };
    if sum == 0 {
        return if matches!(rounding, Rounding::Rm) { -0.0 } else { 0.0 };
    }
    let zeros = sum.leading_zeros();
    let sum = sum.wrapping_shl(zeros);
    let sig = (sum >> 64) as u64 | (sum as u64 != 0) as u64;
    let exp = exp + 127 - zeros as i32;
    f64::from_bits(pack(BINARY64, great_negative != reversed, exp, sig, rounding))
}

/// Computes `a * b + c` in a half-precision format. With `.ftz`, the function flushes subnormal operands to zero.
///
/// The product is exact in binary64. The sum is rounded to odd first, and then to the format. For binary16 with `.rn`
/// the sum may be rounded to nearest first instead:
///
/// * The exact sum is a multiple of 2^-48. If binary64 cannot hold it exactly, its magnitude is at least 2^5.
/// * If such an inexact sum does not overflow binary16, the product has nonzero bits below 2^-37. A product has at most
///   22 bits, so this product is below 2^-16.
/// * A product below 2^-16 is less than half a unit in the last place of `c`. The result is therefore `c`, whichever
///   way the sum is rounded first.
#[inline(always)]
pub(crate) const fn half_precision(
    format: Format,
    [a, b, c]: [u16; 3],
    rounding: Rounding,
    subnormals: Subnormals,
) -> u16 {
    // Widens `b` to binary64 through binary32, since a vector holds twice as many binary32 numbers as binary64 numbers.
    // `a` is not widened in this way: LLVM would then pack `a` and `b` into one vector even outside of loops. Packing
    // increases the latency (benches/RESULTS.md, `fma.rn.f16x2`).
    let (a, b, c) = (
        widened_operand(format, a, subnormals),
        widened_factor(format, b, subnormals) as f64,
        widened_operand(format, c, subnormals),
    );
    let product = a * b;
    let binary16 = format.bias == BINARY16.bias;
    let sum = match rounding {
        Rounding::Rn if binary16 => product + c,
        _ => add::sum_to_odd(product, c, rounding),
    };
    double_to_short(format, sum, rounding, subnormals) as u16
}
