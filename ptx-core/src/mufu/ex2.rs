//! EX2: computes 2^x.

use super::rro::{SPECIAL, SPECIAL_INFINITY, fixed};
use super::units;
use super::word::{BIAS, FRACTION, FRACTION_BITS, INFINITY, NAN, SIGN, join_or_zero, magnitude};

/// Computes `MUFU.EX2` before sm_70: 2^w, where `w` is the fixed-point number in a word that
/// [`rro_ex2`](super::rro_ex2) returns.
///
/// The word is a sign and a magnitude: bits 29-23 hold the integer part of the magnitude, bits 22-0 the fraction. A
/// result below 2^-126 is flushed to zero.
///
/// | operand of `rro_ex2` | ±0 | +infinity, or 128 and more | -infinity, or -128 and less | NaN |
/// |---|---|---|---|---|
/// | result | 1 | +infinity | +0 | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked through `ex2.approx` over all 2^32 inputs on sm_5x to sm_75 and on sm_90
/// (NVIDIA H100 80GB HBM3), and by digest on sm_89 and sm_121; presumed elsewhere. Largest error over fractions in [0, 1): 2^-22.5246, at
/// `0042fc00` (SPA 5.0 page: 2^-22.5).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::ex2(mufu::rro_ex2(3.0f32.to_bits())), 8.0f32.to_bits());
/// ```
#[inline]
#[must_use]
pub const fn ex2(word: u32) -> u32 {
    let result = power(word & (SPECIAL - 1), word);
    let overflow = if word & SIGN == 0 { INFINITY } else { 0 };
    let special = if word & SPECIAL_INFINITY == SPECIAL { NAN } else { overflow };
    if word & SPECIAL != 0 { special } else { result }
}

/// Computes `MUFU.EX2` from sm_70 on: 2^x of an f32. The unit does the range reduction of [`rro_ex2`](super::rro_ex2)
/// itself. Special values, grade and error are those of [`ex2`].
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::ex2_float(0xc123_8d46), 0x3a5b_7d5c); // measured on a GB200
/// ```
#[inline]
#[must_use]
pub const fn ex2_float(x: u32) -> u32 {
    let size = magnitude(x);
    // The function `fixed` clamps the magnitude to 128. The results for 128 are also the results for larger magnitudes:
    // 2^128 is +inf, and 2^-128 is flushed to zero.
    let result = power(fixed(size), x);
    if size > INFINITY { NAN } else { result }
}

/// Returns 2^`fixed`, or 2^-`fixed` if `x` is negative. `fixed` has 23 fraction bits and is at most 128.0.
#[inline]
const fn power(fixed: u32, x: u32) -> u32 {
    let fixed = exponent(fixed, x);
    let result = units::EX2.at(fixed as u32 & FRACTION) as u32;
    join_or_zero(BIAS + (fixed >> FRACTION_BITS), result)
}

/// Negates a fixed-point number if `x` is negative. The result is an integer, rounded down, plus a nonnegative
/// fraction.
#[inline]
pub(super) const fn exponent(fixed: u32, x: u32) -> i32 {
    let negative = (x as i32 >> 31) as u32;
    // If `fixed` has the integer part n and the fraction f, then -`fixed` is -(n + f) = -(n + 1) + (1 - f). Instead of
    // 1 - f the hardware uses the ones' complement of f, which is one unit less than 1 - f. If f is 0, the result is
    // -n.
    let whole = negative & (fixed & FRACTION == 0) as u32;
    (fixed ^ negative).wrapping_add(whole) as i32
}
