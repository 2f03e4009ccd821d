//! EX2: the power of two.

use super::rro::{SPECIAL, SPECIAL_INFINITY, fixed};
use super::units;
use super::word::{BIAS, FRACTION, FRACTION_BITS, INFINITY, NAN, SIGN, join_or_zero, magnitude};

/// `MUFU.EX2` before sm_70: the power of two of a word of [`rro_ex2`](super::rro_ex2).
///
/// The word is sign and magnitude: bits 29-23 integer, bits 22-0 fraction, and every bit counts.
/// A result below 2^-126 becomes zero.
///
/// | word | of ±0 | of +infinity, or 128 and more | of -infinity, or -128 and less | of NaN |
/// |---|---|---|---|---|
/// | result | 1 | +infinity | +0 | `7fffffff` |
///
/// Grade \[H\]: checked through `ex2.approx` over all 2^32 inputs on sm_5x to sm_75 and sm_89 and
/// by digest on sm_121; presumed elsewhere. Largest error over fractions in [0, 1): 2^-22.5246, at
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

/// `MUFU.EX2` from sm_70 on: the power of two of an f32, which the unit turns into the word of
/// [`rro_ex2`](super::rro_ex2) itself. Everything else is as [`ex2`] says.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::ex2_float(0xc123_8d46), 0x3a5b_7d5c); // measured on a GB200
/// ```
#[inline]
#[must_use]
pub const fn ex2_float(x: u32) -> u32 {
    let size = magnitude(x);
    // The powers of two of 128 and -128 are infinity and zero.
    let result = power(fixed(size), x);
    if size > INFINITY { NAN } else { result }
}

/// The power of two of a number of at most 128, 23 bits below the point, with the sign of `x`.
#[inline]
const fn power(fixed: u32, x: u32) -> u32 {
    let negative = (x as i32 >> 31) as u32;
    // -(n + f) = -(n + 1) + (1 - f), with 1 - f less one unit; but -n if f is 0.
    let whole = negative & (fixed & FRACTION == 0) as u32;
    let fixed = (fixed ^ negative).wrapping_add(whole);
    let exponent = BIAS + (fixed as i32 >> FRACTION_BITS);
    join_or_zero(exponent, units::EX2.at(fixed & FRACTION) as u32)
}
