//! Unpacks the f32 operands of the multi-function unit and packs its f32 results. Operands and results are 32-bit
//! words.

pub(super) const SIGN: u32 = 0x8000_0000;
pub(super) const INFINITY: u32 = 0x7f80_0000;
/// The bits of every NaN that the unit returns.
pub(super) const NAN: u32 = 0x7fff_ffff;
/// The exponent bias of f32.
pub(super) const BIAS: i32 = 127;
/// The width of the fraction field of f32.
pub(super) const FRACTION_BITS: u32 = 23;
pub(super) const FRACTION: u32 = (1 << FRACTION_BITS) - 1;

/// The bits of the smallest normal number, and also the leading bit of a significand.
pub(super) const MIN_NORMAL: u32 = 1 << FRACTION_BITS;

/// Returns all bits of an f32 but the sign. The unit treats a magnitude below [`MIN_NORMAL`] as zero. A magnitude above
/// [`INFINITY`] is a NaN.
#[inline]
pub(super) const fn magnitude(x: u32) -> u32 {
    x & !SIGN
}

/// Returns the exponent field of a magnitude.
#[inline]
pub(super) const fn exponent(magnitude: u32) -> i32 {
    (magnitude >> FRACTION_BITS) as i32
}

/// Packs a biased exponent and a significand into a positive f32. The significand has 24 bits or is 2^24. A result of
/// 2^128 becomes infinity. The code adds the significand to an exponent field that is one too small, since the leading
/// bit of the significand increments the field. A significand of 2^24 increments the field twice.
#[inline]
pub(super) const fn join(exponent: i32, significand: u32) -> u32 {
    let field = ((exponent - 1) << FRACTION_BITS) as u32;
    field.wrapping_add(significand)
}

/// Returns the result of [`join`], or zero if the exponent is too small for a normal number: the unit never returns a
/// subnormal number.
#[inline]
pub(super) const fn join_or_zero(exponent: i32, significand: u32) -> u32 {
    let bits = join(exponent, significand);
    if (bits as i32) < MIN_NORMAL as i32 { 0 } else { bits }
}

/// Converts the fixed-point number `t` with `point` fraction bits to f32, truncated to 24 bits. `t` must be above 0 and
/// below 2^52.
///
/// `LEADING | t` are the bits of the binary64 number 2^52 + t. Subtracting 2^52 is exact and normalises `t`. The shift
/// truncates the significand.
#[inline]
pub(super) const fn normalise(point: u32, t: u64) -> u32 {
    const TWO_52: f64 = (1_u64 << 52) as f64;
    const LEADING: u64 = TWO_52.to_bits();
    const LONGER: u32 = 52 - FRACTION_BITS;
    let normal = f64::from_bits(LEADING | t) - TWO_52;
    let rebias = (1023 - BIAS as u32 + point) << FRACTION_BITS;
    ((normal.to_bits() >> LONGER) as u32).wrapping_sub(rebias)
}
