//! RSQ and RSQ64H: the reciprocal square root.

use super::double::{self, High};
use super::units;
use super::word::{
    self, FRACTION, FRACTION_BITS, INFINITY, MIN_NORMAL, NAN, SIGN, exponent, join, magnitude,
};

/// Computes `MUFU.RSQ`: the reciprocal square root of an f32.
///
/// A subnormal operand is flushed to sign-preserving zero.
///
/// | x | ±0, subnormal | 1 | below zero | +infinity | NaN |
/// |---|---|---|---|---|---|
/// | result | ±infinity | 1 | `7fffffff` | +0 | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked over all 2^32 inputs on sm_5x to sm_75 and on sm_90 (NVIDIA H100 80GB HBM3), and by digest on sm_89; presumed
/// elsewhere. Largest error over [1, 4): 2^-23.4012, 1.514485 ulp, at `3f820399`, and 2^-22.9354
/// relative, at `40020000`; 78.34 % of the results are correctly rounded. The SPA 5.0 page promises 2^-22.4 for a
/// result normalised to [1, 2), the PTX ISA 2^-22.9 relative.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::rsq(4.0f32.to_bits()), 0.5f32.to_bits());
/// assert_eq!(mufu::rsq(0x8000_0000), 0xff80_0000);
/// ```
#[inline]
#[must_use]
pub const fn rsq(x: u32) -> u32 {
    let size = magnitude(x);
    let (halved, significand) = root(exponent(size) - word::BIAS, x & FRACTION);
    let result = join(word::BIAS + halved, significand);
    // As unsigned words, NaNs and all negative numbers exceed +inf.
    let special = if x == INFINITY { 0 } else { NAN };
    let result = if x < INFINITY { result } else { special };
    if size < MIN_NORMAL { x & SIGN | INFINITY } else { result }
}

/// Computes `MUFU.RSQ64H`: the reciprocal square root of a double. The instruction reads and writes the high word only.
///
/// A subnormal operand is flushed to sign-preserving zero. A NaN whose nonzero fraction bits are all in the low word is
/// treated as an infinity. `.SAT` has no effect.
///
/// | high word | ±0, subnormal | below zero | +infinity | NaN |
/// |---|---|---|---|---|
/// | result | ±infinity | `7fffffff` | +0 | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked over all 2^32 high words on sm_90 (NVIDIA H100 80GB HBM3); presumed elsewhere. Largest relative error over all fractions: 2^-20.0366, at `400f81ab` (SPA 5.0 page: close to 2^-20).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::rsq64h(0x4010_0000), 0x3fe0_0000); // 1 / √4.0
/// ```
#[inline]
#[must_use]
pub const fn rsq64h(high: u32) -> u32 {
    let High { sign, exponent, fraction } = High::of(high);
    match (sign, exponent, fraction) {
        (_, double::EXPONENT_MAX, 1..) => NAN,
        (_, 0, _) => sign | double::INFINITY,
        (SIGN, _, _) => NAN,
        (_, double::EXPONENT_MAX, _) => 0,
        _ => {
            let (halved, significand) = root(exponent - double::BIAS, fraction << double::SHORT);
            double::pack(0, double::BIAS + halved, significand)
        }
    }
}

/// Returns the exponent and the significand of the reciprocal square root of `2^exponent · 1.fraction`. The significand
/// has 24 bits, or is 2^24.
#[inline]
const fn root(exponent: i32, fraction: u32) -> (i32, u32) {
    let halved = -1 - (exponent >> 1);
    let g = ((exponent & 1) as u32) << FRACTION_BITS | fraction;
    // For a power of 4, the interpolated result is one unit less than the result of the hardware, so the code adds 1.
    let root = (units::RSQ.at(g) as u32).wrapping_add((g == 0) as u32);
    (halved, root)
}
