//! RCP and RCP64H: the reciprocal.

use super::double::{self, High};
use super::units;
use super::word::{
    self, FRACTION, INFINITY, MIN_NORMAL, NAN, SIGN, exponent, join_or_zero, magnitude,
};

/// Computes `MUFU.RCP`: the reciprocal of an f32.
///
/// A subnormal operand and a result below 2^-126 are flushed to sign-preserving zero.
///
/// | x | ±0, subnormal | 1 | ±infinity | NaN |
/// |---|---|---|---|---|
/// | result | ±infinity | 1 | ±0 | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked over all 2^32 inputs on sm_5x to sm_75 and on sm_90 (NVIDIA H100 80GB HBM3), and by digest on sm_89; presumed
/// elsewhere. Largest error over [1, 2): 2^-24.0367, 0.974873 ulp, at `3f81cfff`; 86.79 % of the
/// results are correctly rounded. NVIDIA's page on SPA 5.0 machine code promises 2^-23 for
/// a result normalised to [1, 2).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::rcp(3.0f32.to_bits()), 0x3eaa_aaab);
/// assert_eq!(mufu::rcp(0x8000_0001), 0xff80_0000);
/// ```
#[inline]
#[must_use]
pub const fn rcp(x: u32) -> u32 {
    let size = magnitude(x);
    let result = join_or_zero(2 * word::BIAS - 1 - exponent(size), significand(x & FRACTION));
    let special = if size == INFINITY { 0 } else { NAN };
    let result = if size < INFINITY { result } else { special };
    let result = if size < MIN_NORMAL { INFINITY } else { result };
    let sign = if size > INFINITY { 0 } else { x & SIGN };
    sign | result
}

/// Computes `MUFU.RCP64H`: the reciprocal of a double. The instruction reads and writes the high word only.
///
/// A subnormal operand and a result below 2^-1022 are flushed to sign-preserving zero. A NaN whose nonzero fraction
/// bits are all in the low word is treated as an infinity. `.SAT` has no effect.
///
/// | high word | ±0, subnormal | ±infinity | NaN |
/// |---|---|---|---|
/// | result | ±infinity | ±0 | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked over all 2^32 high words on sm_90 (NVIDIA H100 80GB HBM3); presumed elsewhere. Largest relative error over all fractions: 2^-20.0433, at `3fffe8bf`
/// (SPA 5.0 page: close to 2^-20).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::rcp64h(0x4014_0000), 0x3fc9_9999); // 1 / 5.0
/// ```
#[inline]
#[must_use]
pub const fn rcp64h(high: u32) -> u32 {
    let High { sign, exponent, fraction } = High::of(high);
    match (exponent, fraction) {
        (0, _) => sign | double::INFINITY,
        (double::EXPONENT_MAX, 0) => sign,
        (double::EXPONENT_MAX, _) => NAN,
        _ => double::pack(
            sign,
            2 * double::BIAS - 1 - exponent,
            significand(fraction << double::SHORT),
        ),
    }
}

/// Returns the reciprocal of `1.fraction` in units of 2^-24: an integer above 2^23, and at most 2^24.
#[inline]
const fn significand(fraction: u32) -> u32 {
    units::RCP.at(fraction) as u32
}
