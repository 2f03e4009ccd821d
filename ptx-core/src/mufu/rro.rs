//! RRO, the range reduction operator: from a float to the fixed-point word that SIN, COS, EX2 take.
//!
//! Words are sign and magnitude: bit 31 is the float's sign, bit 30 is set for infinity and NaN.

use super::word::{BIAS, FRACTION, FRACTION_BITS, INFINITY, MIN_NORMAL, SIGN, exponent, magnitude};

/// Bit 30: not a number that the word could hold. Bits 24-23 say what.
pub(super) const SPECIAL: u32 = 1 << 30;
pub(super) const SPECIAL_NAN: u32 = SPECIAL;
pub(super) const SPECIAL_INFINITY: u32 = SPECIAL | 1 << FRACTION_BITS;
/// Bits of a word for SIN and COS: quadrant (2 bits) and fraction of the quadrant.
const WORD_BITS: u32 = FRACTION_BITS + 2;
const QUADRANT_AND_FRACTION: u32 = (1 << WORD_BITS) - 1;
/// The exponent of [`OVERFLOW`].
const LEFT: u32 = 7;
/// 128: from here on, an argument of EX2 counts as infinity.
pub(super) const OVERFLOW: u32 = (BIAS as u32 + LEFT) << FRACTION_BITS;
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
    let quadrants = (significand(x) * TWO_OVER_PI) >> 16;
    word_of(x, shift(quadrants, WORD_BITS, exponent(magnitude(x)) - BIAS - 8))
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
    let size = magnitude(x);
    let word = fixed(size);
    word_of(x, if size < OVERFLOW { word } else { SPECIAL_INFINITY })
}

/// The magnitude of a float, at most 128, with 23 bits below the point, truncated; of a NaN, 128.
///
/// Its sum in binary64 with 2^28 has a bit more, and is rounded to nearest. Half a unit of that bit is taken off
/// before, so that the sum is never above the magnitude; nor is it below a number that the word has, which is
/// even in that unit, as a tie is rounded. What is smaller than the unit counts as one.
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

/// What SIN and COS make of a number in turns from sm_70 on: `floor(|x| · 2^25) mod 2^25`, quadrant and
/// fraction of the quadrant.
#[inline]
pub(super) const fn turns(x: u32) -> u32 {
    shift(significand(x), WORD_BITS, exponent(magnitude(x)) - BIAS + 2)
}

/// [`turns`] of FMUL.RZ of a number in radians and 1/(2π), rounded to nearest: 2/π is four times as much.
///
/// The product of two significands has 47 or 48 bits; the upper 24 are kept. Its unit is 2^(exponent of x - 49).
#[inline]
pub(super) const fn turns_of_radians(x: u32) -> u32 {
    let product = significand(x) * TWO_OVER_PI;
    let lost = (MIN_NORMAL - 1) as u64 | product >> 47 << FRACTION_BITS;
    shift(product & !lost, WORD_BITS - FRACTION_BITS, exponent(magnitude(x)) - BIAS - 24)
}

/// The word of a float if `word` is its magnitude's, unless it is NaN or infinite.
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

/// The low 25 bits of `m · 2^k`, truncated: quadrant and fraction. They are zero for the exponent of a subnormal
/// number. The low 25 - `left` bits of `m` are zero, so that they are zero, too, if `k` is `left` or more.
#[inline]
const fn shift(m: u64, left: u32, k: i32) -> u32 {
    let right = left as i32 - k;
    let right = if right < 0 { 0 } else { right };
    let right = if right > 63 { 63 } else { right };
    (m << left >> right) as u32 & QUADRANT_AND_FRACTION
}
