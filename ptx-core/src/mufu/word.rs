//! Taking 32-bit words apart and packing results.

pub(super) const SIGN: u32 = 0x8000_0000;
pub(super) const INFINITY: u32 = 0x7f80_0000;
/// Every NaN that the unit makes.
pub(super) const NAN: u32 = 0x7fff_ffff;
pub(super) const BIAS: i32 = 127;
pub(super) const FRACTION_BITS: u32 = 23;
pub(super) const FRACTION: u32 = (1 << FRACTION_BITS) - 1;

/// The least normal number: also the leading bit of a significand.
pub(super) const MIN_NORMAL: u32 = 1 << FRACTION_BITS;

/// All bits of an f32 but the sign. A number below [`MIN_NORMAL`] counts as zero, [`INFINITY`] is
/// infinity, what is above it a NaN.
#[inline]
pub(super) const fn magnitude(x: u32) -> u32 {
    x & !SIGN
}

/// The biased exponent of a magnitude.
#[inline]
pub(super) const fn exponent(magnitude: u32) -> i32 {
    (magnitude >> FRACTION_BITS) as i32
}

/// The positive f32 of a biased exponent and a significand of 24 bits, or exactly 2^24; infinity, if the
/// two make 2^128. The leading bit counts on into the exponent field, and so does a carry.
#[inline]
pub(super) const fn join(exponent: i32, significand: u32) -> u32 {
    let field = ((exponent - 1) << FRACTION_BITS) as u32;
    field.wrapping_add(significand)
}

/// [`join`] where the exponent may be too small: that gives zero, as the unit never returns a
/// subnormal.
#[inline]
pub(super) const fn join_or_zero(exponent: i32, significand: u32) -> u32 {
    let bits = join(exponent, significand);
    if (bits as i32) < MIN_NORMAL as i32 { 0 } else { bits }
}

/// The f32 of a fixed-point number of `point` fraction bits, above 0 and below 2^52, truncated to 24 bits.
///
/// As the fraction of a binary64 after the leading bit of 2^52 it adds itself to that, exactly; without
/// 2^52 it is left, exactly and normalised, since it has at most 52 bits. A shift truncates it.
#[inline]
pub(super) const fn normalise(point: u32, t: u64) -> u32 {
    const TWO_52: f64 = (1_u64 << 52) as f64;
    const LEADING: u64 = TWO_52.to_bits();
    const LONGER: u32 = 52 - FRACTION_BITS;
    let normal = f64::from_bits(LEADING | t) - TWO_52;
    let rebias = (1023 - BIAS as u32 + point) << FRACTION_BITS;
    ((normal.to_bits() >> LONGER) as u32).wrapping_sub(rebias)
}
