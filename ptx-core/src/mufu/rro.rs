//! RRO, the range reduction operator: converts a float to the fixed-point operand word of SIN, COS and EX2.
//!
//! An operand word is a sign (bit 31) and a fixed-point magnitude. Bit 30 is set if the float is ±inf or NaN, and for
//! EX2 also if the magnitude of the float is 128 or more.

use super::word::{BIAS, FRACTION, FRACTION_BITS, INFINITY, MIN_NORMAL, SIGN, exponent, magnitude};

/// Bit 30 of an operand word. The bit is set if the float is ±inf or NaN, and for EX2 also if the magnitude of the
/// float is 128 or more.
pub(super) const SPECIAL: u32 = 1 << 30;
/// The magnitude of the operand word for a NaN.
pub(super) const SPECIAL_NAN: u32 = SPECIAL;
/// The magnitude of the operand word for ±inf. RRO.EX2 returns this magnitude for all floats of magnitude 128 and more.
pub(super) const SPECIAL_INFINITY: u32 = SPECIAL | 1 << FRACTION_BITS;
/// The width in bits of an angle for SIN and COS: 2 bits for the quadrant and 23 for the fraction of the quadrant.
const WORD_BITS: u32 = FRACTION_BITS + 2;
/// A mask of the angle for SIN and COS.
const QUADRANT_AND_FRACTION: u32 = (1 << WORD_BITS) - 1;
/// The bits of 128.0, the smallest operand for which EX2 overflows.
pub(super) const OVERFLOW: u32 = (BIAS as u32 + 7) << FRACTION_BITS;
/// 2/π in units of 2^-24.
const TWO_OVER_PI: u64 = 0xa2_f983;

/// Computes `RRO.SINCOS`: converts an angle in radians to a quadrant (bits 24-23) and a fraction of the quadrant (bits
/// 22-0).
///
/// The factor 2/π has 24 bits, so the error grows with the angle.
///
/// | x | ±0, subnormal | ±infinity | NaN |
/// |---|---|---|---|
/// | result | the sign alone | sign, `40800000` | sign, `40000000` |
///
/// [Grade](crate#grades) \[H\]: checked on G80, and through `sin.approx` and `cos.approx` over all 2^32 inputs on
/// sm_5x and sm_6x. The instruction exists only before sm_70.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::rro_sincos(1.0f32.to_bits()), 0x0051_7cc1); // 2/π = 0.63662
/// ```
#[inline]
#[must_use]
pub const fn rro_sincos(x: u32) -> u32 {
    let quadrants = (significand(x) * TWO_OVER_PI) >> 16;
    word_of(x, shift(quadrants, WORD_BITS, exponent(magnitude(x)) - BIAS - 8))
}

/// Computes `RRO.EX2`: converts the argument of 2^x to an integer (bits 29-23) and a fraction (bits 22-0), truncated.
///
/// | x | ±0, subnormal | magnitude of 128 and more | NaN |
/// |---|---|---|---|
/// | result | the sign alone | sign, `40800000` | sign, `40000000` |
///
/// [Grade](crate#grades) \[H\]: checked on G80, and through `ex2.approx` over all 2^32 inputs on sm_5x and sm_6x.
/// The instruction exists only before sm_70.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::rro_ex2((-1.5f32).to_bits()), 0x80c0_0000);
/// ```
#[inline]
#[must_use]
pub const fn rro_ex2(x: u32) -> u32 {
    let size = magnitude(x);
    let word = fixed(size);
    word_of(x, if size < OVERFLOW { word } else { SPECIAL_INFINITY })
}

/// Converts a magnitude to fixed point with 23 fraction bits, truncated. NaN and magnitudes above 128 give 128.
///
/// The code adds `GREAT`, which is 2^28 minus half of `UNIT`, in binary64. The unit in the last place of the sum is
/// 2^-24 (`UNIT`). The lowest bit of the sum is then dropped. The addition rounds to nearest, but subtracting half a
/// unit makes the addition truncate:
///
/// * The rounded sum never exceeds 2^28 plus the magnitude.
/// * If the magnitude is a multiple of 2^-23, it is an even number of units. The exact sum is half a unit below an even
///   number, and this tie rounds up to the even number.
///
/// A magnitude below `UNIT` is replaced by `UNIT`, so that the sum is never below 2^28. The result for `UNIT` is zero,
/// as it must be for smaller magnitudes.
#[inline]
pub(super) const fn fixed(size: u32) -> u32 {
    const UNIT: f32 = 1.0 / (2 << FRACTION_BITS) as f32;
    const GREAT: f64 = (1 << 28) as f64 - UNIT as f64 / 2.0;
    const MOST: f32 = f32::from_bits(OVERFLOW);
    let size = f32::from_bits(size);
    let size = if size < MOST { size } else { MOST };
    let size = if size > UNIT { size } else { UNIT };
    (size as f64 + GREAT).to_bits() as u32 >> 1
}

/// Converts an angle of `x` turns to a quadrant and its fraction: `floor(|x| · 2^25) mod 2^25`. From sm_70 on, SIN and
/// COS do this conversion themselves.
#[inline]
pub(super) const fn turns(x: u32) -> u32 {
    shift(significand(x), WORD_BITS, exponent(magnitude(x)) - BIAS + 2)
}

/// Multiplies `x`, in radians, by 1/(2π) and returns [`turns`] of the product. The constant 1/(2π) is a binary32, and
/// the product is truncated to binary32, as FMUL.RZ does.
///
/// The code multiplies by the significand of 2/π, which is also the significand of 1/(2π). The product of the
/// significands has 47 or 48 bits; its upper 24 bits are kept. The lowest bit of the 47 or 48 bits is worth 2^(e - 49)
/// turns, where e is the exponent of `x`.
#[inline]
pub(super) const fn turns_of_radians(x: u32) -> u32 {
    let product = significand(x) * TWO_OVER_PI;
    let lost = (MIN_NORMAL - 1) as u64 | product >> 47 << FRACTION_BITS;
    shift(product & !lost, WORD_BITS - FRACTION_BITS, exponent(magnitude(x)) - BIAS - 24)
}

/// Returns RRO's operand word for the float `x`: the sign of `x` and the magnitude `word`. If `x` is ±inf or NaN,
/// [`SPECIAL_INFINITY`] or [`SPECIAL_NAN`] replaces the magnitude.
#[inline]
const fn word_of(x: u32, word: u32) -> u32 {
    let size = magnitude(x);
    let word = if size == INFINITY { SPECIAL_INFINITY } else { word };
    let word = if size > INFINITY { SPECIAL_NAN } else { word };
    x & SIGN | word
}

#[inline]
const fn significand(x: u32) -> u64 {
    (MIN_NORMAL | x & FRACTION) as u64
}

/// Returns the low 25 bits of `m · 2^k`, truncated: the quadrant and its fraction. If the operand is subnormal, `k` is
/// so small that the result is zero.
///
/// The low `25 - left` bits of `m` must be zero. A shift left by `left` places or more then gives zero, so the code
/// shifts by at most `left` places.
#[inline]
const fn shift(m: u64, left: u32, k: i32) -> u32 {
    let right = left as i32 - k;
    let right = if right < 0 { 0 } else { right };
    let right = if right > 63 { 63 } else { right };
    (m << left >> right) as u32 & QUADRANT_AND_FRACTION
}
