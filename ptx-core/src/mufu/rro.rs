//! RRO, the range reduction operator: from a float to the fixed-point word that SIN, COS, EX2 take.
//!
//! Words are sign and magnitude: bit 31 is the float's sign, bit 30 is set for infinity and NaN.

use super::word::{BIAS, EXPONENT_MAX, FRACTION_BITS, Fields};

/// Bit 30: not a number that the word could hold. Bits 24-23 say what.
pub(super) const SPECIAL: u32 = 1 << 30;
pub(super) const SPECIAL_NAN: u32 = SPECIAL;
pub(super) const SPECIAL_INFINITY: u32 = SPECIAL | 1 << FRACTION_BITS;
/// Quadrant (2 bits) and fraction of the quadrant in a word for SIN and COS.
const QUADRANT_AND_FRACTION: u32 = (1 << (FRACTION_BITS + 2)) - 1;
/// From this exponent on, an argument of EX2 counts as infinity.
const EX2_OVERFLOW: i32 = 7;
/// 2 / pi in units of 2^-24.
const TWO_OVER_PI: u64 = 0xa2_f983;

/// `RRO.SINCOS`: an angle in radians as bits 24-23 quadrant, bits 22-0 fraction of the quadrant.
///
/// The factor 2/π has 24 bits, so large angles lose their phase: the error grows with the angle.
///
/// | x | ±0, subnormal | ±infinity | NaN |
/// |---|---|---|---|
/// | result | the sign alone | sign, `40800000` | sign, `40000000` |
///
/// Grade \[H\]: checked on G80, and through `sin.approx` and `cos.approx` over all 2^32 inputs on
/// sm_5x and sm_6x. It exists before sm_70.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::rro_sincos(1.0f32.to_bits()), 0x0051_7cc1); // 2/π = 0.63662
/// ```
#[inline]
#[must_use]
pub const fn rro_sincos(x: u32) -> u32 {
    let fields = Fields::of(x);
    if let Some(word) = without_value(&fields) {
        return word;
    }
    let quadrants = (significand(&fields) * TWO_OVER_PI) >> 16;
    fields.sign | shift(quadrants, fields.exponent - BIAS - 8) & QUADRANT_AND_FRACTION
}

/// `RRO.EX2`: a power's exponent as bits 29-23 integer, bits 22-0 fraction, truncated.
///
/// | x | ±0, subnormal | magnitude of 128 and more | NaN |
/// |---|---|---|---|
/// | result | the sign alone | sign, `40800000` | sign, `40000000` |
///
/// Grade \[H\]: checked on G80, and through `ex2.approx` over all 2^32 inputs on sm_5x and sm_6x.
/// It exists before sm_70.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::rro_ex2((-1.5f32).to_bits()), 0x80c0_0000);
/// ```
#[inline]
#[must_use]
pub const fn rro_ex2(x: u32) -> u32 {
    let fields = Fields::of(x);
    if let Some(word) = without_value(&fields) {
        return word;
    }
    let exponent = fields.exponent - BIAS;
    if exponent >= EX2_OVERFLOW {
        return fields.sign | SPECIAL_INFINITY;
    }
    fields.sign | shift(significand(&fields), exponent)
}

/// What SIN and COS make of a float in turns from sm_70 on: `floor(|x| · 2^25) mod 2^25` with its
/// sign, the word of [`rro_sincos`].
#[inline]
pub(super) const fn turns(x: u32) -> u32 {
    let fields = Fields::of(x);
    if let Some(word) = without_value(&fields) {
        return word;
    }
    fields.sign | shift(significand(&fields), fields.exponent - BIAS + 2) & QUADRANT_AND_FRACTION
}

/// The word of a float that is NaN, infinite, zero or subnormal.
#[inline]
const fn without_value(fields: &Fields) -> Option<u32> {
    match (fields.exponent, fields.fraction) {
        (0, _) => Some(fields.sign),
        (EXPONENT_MAX, 0) => Some(fields.sign | SPECIAL_INFINITY),
        (EXPONENT_MAX, _) => Some(fields.sign | SPECIAL_NAN),
        _ => None,
    }
}

#[inline]
const fn significand(fields: &Fields) -> u64 {
    (1 << FRACTION_BITS | fields.fraction) as u64
}

/// The low 32 bits of `m · 2^k`, truncated; 0 when all bits have left.
#[inline]
const fn shift(m: u64, k: i32) -> u32 {
    match k {
        0..32 => (m << k) as u32,
        -31..0 => (m >> -k) as u32,
        _ => 0,
    }
}
