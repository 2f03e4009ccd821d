//! SIN and COS: both use one table of the sine in the first quadrant.

use super::rro::{SPECIAL, turns, turns_of_radians};
use super::units;
use super::word::{FRACTION, FRACTION_BITS, INFINITY, NAN, SIGN, magnitude, normalise};

/// The position of the bit that stands for 1 in the interpolated sine.
const ONE_BIT: u32 = 37;

/// Computes `MUFU.SIN` before sm_70: the sine of the angle in a word that [`rro_sincos`](super::rro_sincos) returns.
///
/// Bits 29-25 of the word have no effect.
///
/// | operand of `rro_sincos` | ±0 | ±infinity | NaN |
/// |---|---|---|---|
/// | result | ±0 | `7fffffff` | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked through `sin.approx` over all 2^32 inputs on sm_5x to sm_75 and on sm_90 (NVIDIA H100 80GB HBM3); presumed
/// elsewhere. Largest error over [-π, π], range reduction included: 2^-21.4567, at `3f274c12`
/// (CUDA guide: 2^-21.41; SPA 5.0 page: 2^-20.9 in the first quadrant).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::sin(0x0080_0000), 1.0f32.to_bits()); // one quadrant
/// ```
#[inline]
#[must_use]
pub const fn sin(word: u32) -> u32 {
    let result = sine(word, 0, word & SIGN);
    if word & SPECIAL != 0 { NAN } else { result }
}

/// Computes `MUFU.COS` before sm_70: the cosine of the angle in a word that [`rro_sincos`](super::rro_sincos) returns.
///
/// Bit 31 and bits 29-25 of the word have no effect.
///
/// | operand of `rro_sincos` | ±0 | ±infinity | NaN |
/// |---|---|---|---|
/// | result | 1 | `7fffffff` | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked through `cos.approx` over all 2^32 inputs on sm_5x to sm_75 and on sm_90 (NVIDIA H100 80GB HBM3); presumed
/// elsewhere. Largest error over [-π, π], range reduction included: 2^-21.2398, at `3fe11dca`
/// (CUDA guide: 2^-21.19; SPA 5.0 page: 2^-20.9 in the first quadrant).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::cos(mufu::rro_sincos(0)), 1.0f32.to_bits());
/// ```
#[inline]
#[must_use]
pub const fn cos(word: u32) -> u32 {
    let result = sine(word, 1, 0);
    if word & SPECIAL != 0 { NAN } else { result }
}

/// Computes `MUFU.SIN` from sm_70 on: the sine of `x` turns. The unit itself truncates the fraction of a turn to
/// 25 bits. Special values and error are those of [`sin`]; grade \[H\] for sm_70 and sm_75.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::sin_float(0.25f32.to_bits()), 1.0f32.to_bits());
/// ```
#[inline]
#[must_use]
pub const fn sin_float(x: u32) -> u32 {
    of_finite(x, sine(turns(x), 0, x & SIGN))
}

/// Multiplies `x` by 1/(2π) as FMUL.RZ does, then returns [`sin_float`] of the product.
#[inline]
pub(crate) const fn sin_radians(x: u32) -> u32 {
    of_finite(x, sine(turns_of_radians(x), 0, x & SIGN))
}

/// Computes `MUFU.COS` from sm_70 on: the cosine of `x` turns. The unit itself truncates the fraction of a turn
/// to 25 bits. Special values and error are those of [`cos`]; grade \[H\] for sm_70 and sm_75.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::cos_float(0.5f32.to_bits()), (-1.0f32).to_bits());
/// ```
#[inline]
#[must_use]
pub const fn cos_float(x: u32) -> u32 {
    of_finite(x, sine(turns(x), 1, 0))
}

/// Multiplies `x` by 1/(2π) as FMUL.RZ does, then returns [`cos_float`] of the product.
#[inline]
pub(crate) const fn cos_radians(x: u32) -> u32 {
    of_finite(x, sine(turns_of_radians(x), 1, 0))
}

/// Returns `result`, or [`NAN`] if `x` is ±inf or NaN.
///
/// If [`sine`] selected the NaN itself, LLVM would not vectorise loops.
#[inline]
const fn of_finite(x: u32, result: u32) -> u32 {
    if magnitude(x) < INFINITY { result } else { NAN }
}

/// Adds `ahead` quadrants to the angle in `word`. Returns the quadrant of the sum, counted from 0, and the argument of
/// the table. In quadrants 1 and 3 the table is read backwards, so the function complements the fraction there.
#[inline]
pub(super) const fn quadrant(word: u32, ahead: u32) -> (u32, u32) {
    let quadrant = (word >> FRACTION_BITS) + ahead;
    let backwards = (quadrant & 1).wrapping_neg();
    (quadrant, (word ^ backwards) & FRACTION)
}

/// Adds `ahead` quadrants to the angle in `word` and returns the sine of the sum. The sine is negative in quadrants 2
/// and 3. The argument `sign` is a sign bit that flips the sign of the result. The sine is an odd function, so callers
/// that compute a sine pass the sign bit of the operand. Callers that compute a cosine pass 0.
#[inline]
const fn sine(word: u32, ahead: u32, sign: u32) -> u32 {
    let (quadrant, argument) = quadrant(word, ahead);
    let sine = normalise(ONE_BIT, units::SIN.at(argument));
    // `normalise` does not support zero, so the sine of zero is selected here.
    let size = if argument == 0 { 0 } else { sine };
    sign ^ (quadrant >> 1 & 1) << 31 | size
}
