//! Taking 32-bit words apart and packing results.

pub(super) const SIGN: u32 = 0x8000_0000;
pub(super) const INFINITY: u32 = 0x7f80_0000;
/// Every NaN that the unit makes.
pub(super) const NAN: u32 = 0x7fff_ffff;
pub(super) const EXPONENT_MAX: i32 = 0xff;
pub(super) const BIAS: i32 = 127;
pub(super) const FRACTION_BITS: u32 = 23;
pub(super) const FRACTION: u32 = (1 << FRACTION_BITS) - 1;

/// The fields of an f32. The sign stays where it is, in bit 31.
pub(super) struct Fields {
    pub(super) sign: u32,
    pub(super) exponent: i32,
    pub(super) fraction: u32,
}

impl Fields {
    #[inline]
    pub(super) const fn of(x: u32) -> Fields {
        Fields {
            sign: x & SIGN,
            exponent: (x >> FRACTION_BITS & 0xff) as i32,
            fraction: x & FRACTION,
        }
    }
}

/// The f32 of a sign, a biased exponent and a significand of 24 bits (or exactly 2^24, which
/// carries into the exponent). Too large gives infinity; too small, or no leading bit, gives zero:
/// the unit never returns a subnormal.
#[inline]
pub(super) const fn pack(sign: u32, exponent: i32, significand: u32) -> u32 {
    let carry = significand >> (FRACTION_BITS + 1);
    let exponent = exponent.wrapping_add(carry as i32);
    if exponent <= 0 || significand <= FRACTION {
        sign
    } else if exponent >= EXPONENT_MAX {
        sign | INFINITY
    } else {
        sign | (exponent as u32) << FRACTION_BITS | significand & FRACTION
    }
}

/// The f32 of a positive fixed-point number whose bit `unit` has the biased exponent `exponent`,
/// truncated to 24 bits; zero of the sign for 0.
#[inline]
pub(super) const fn normalise_and_pack(sign: u32, exponent: i32, unit: u32, t: u64) -> u32 {
    if t == 0 {
        return sign;
    }
    let zeros = t.leading_zeros();
    let lost = zeros as i32 - (63 - unit as i32);
    let significand = (t << zeros >> (63 - FRACTION_BITS)) as u32;
    pack(sign, exponent - lost, significand)
}
