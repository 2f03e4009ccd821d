//! LG2: the binary logarithm.

use super::units;
use super::word::{
    BIAS, FRACTION, INFINITY, MIN_NORMAL, NAN, SIGN, exponent, magnitude, normalise,
};

/// The number of fraction bits of the fixed-point logarithm.
const POINT: u32 = 36;

/// Computes `MUFU.LG2`: the binary logarithm of an f32.
///
/// A subnormal operand is flushed to zero.
///
/// | x | ±0, subnormal | 1 | below zero | +infinity | NaN |
/// |---|---|---|---|---|---|
/// | result | -infinity | +0 | `7fffffff` | +infinity | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked over all 2^32 inputs on sm_5x to sm_75 and on sm_90 (NVIDIA H100 80GB HBM3); presumed elsewhere. Largest error
/// over [1, 2): 2^-22.5770, at `3f855fff` (NVIDIA's page on SPA 5.0: 2^-22.6).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::lg2(8.0f32.to_bits()), 3.0f32.to_bits());
/// assert_eq!(mufu::lg2(0x8000_0000), 0xff80_0000);
/// ```
#[inline]
#[must_use]
pub const fn lg2(x: u32) -> u32 {
    let size = magnitude(x);
    let whole = ((exponent(size) - BIAS) as i64) << POINT;
    let t = whole + units::LG2.at(x & FRACTION) as i64;
    // If the sum `t` is negative, the hardware uses the ones' complement of `t` as the magnitude.
    let negative = t >> 63;
    let result = negative as u32 & SIGN | normalise(POINT, (t ^ negative) as u64);
    let result = if x == ONE { 0 } else { result };
    // As unsigned words, NaNs and all negative numbers exceed +inf.
    let special = if x == INFINITY { x } else { NAN };
    let result = if x < INFINITY { result } else { special };
    if size < MIN_NORMAL { SIGN | INFINITY } else { result }
}

const ONE: u32 = (BIAS as u32) << super::word::FRACTION_BITS;
