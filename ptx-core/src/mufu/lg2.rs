//! LG2: the binary logarithm.

use super::units;
use super::word::{BIAS, EXPONENT_MAX, Fields, INFINITY, NAN, SIGN, normalise_and_pack};

/// Fraction bits of the sum of exponent and logarithm of the significand.
const POINT: u32 = 36;
/// Bit 42 of the sum is worth 2^6.
const TOP: u32 = POINT + 6;

/// `MUFU.LG2`: the binary logarithm of an f32.
///
/// A subnormal counts as zero of its sign.
///
/// | x | ±0, subnormal | 1 | below zero | +infinity | NaN |
/// |---|---|---|---|---|---|
/// | result | -infinity | +0 | `7fffffff` | +infinity | `7fffffff` |
///
/// Grade \[H\]: checked over all 2^32 inputs on sm_5x to sm_75; presumed elsewhere. Largest error
/// over [1, 2): 2^-22.5770, at `3f855fff` (SPA 5.0 page: 2^-22.6).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::lg2(8.0f32.to_bits()), 3.0f32.to_bits());
/// assert_eq!(mufu::lg2(0x8000_0000), 0xff80_0000);
/// ```
#[inline]
#[must_use]
pub const fn lg2(x: u32) -> u32 {
    let fields = Fields::of(x);
    match (fields.sign, fields.exponent, fields.fraction) {
        (_, EXPONENT_MAX, 1..) => NAN,
        (_, 0, _) => SIGN | INFINITY,
        (SIGN, _, _) => NAN,
        (_, EXPONENT_MAX, _) => x,
        (_, exponent, fraction) => {
            let whole = ((exponent - BIAS) as i64) << POINT;
            let part = if x == ONE { 0 } else { units::LG2.at(fraction) };
            let t = whole.wrapping_add(part);
            // The magnitude of a negative sum is its ones' complement.
            let (sign, t) = if t < 0 { (SIGN, !t) } else { (0, t) };
            normalise_and_pack(sign, BIAS + 6, TOP, t as u64)
        }
    }
}

const ONE: u32 = (BIAS as u32) << super::word::FRACTION_BITS;
