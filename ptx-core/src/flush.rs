//! `.ftz`: what counts as zero before an operation, and after it.

use crate::format::{
    BINARY16, BINARY32, BINARY64, Format, binary16_factor, flushed, flushed_single, negative,
    widen, widen_single,
};
use crate::mode::{Rounding, Subnormals};

/// An operand: with `.ftz` a subnormal number is zero of its sign.
#[inline]
pub(crate) const fn operand(x: f32, s: Subnormals) -> f32 {
    let bits = x.to_bits();
    let subnormal = bits & BINARY32.infinity as u32 == 0;
    match s {
        Subnormals::Flush if subnormal => f32::from_bits(bits & BINARY32.sign as u32),
        _ => x,
    }
}

/// [`operand`] of a half-precision format.
#[inline(always)]
pub(crate) const fn half(f: Format, bits: u16, s: Subnormals) -> u16 {
    match s {
        Subnormals::Flush if f.is_small(bits as u64) => bits & f.sign as u16,
        _ => bits,
    }
}

/// [`half`] and [`widen`] in one, which takes less: a number of binary16 is not looked at twice.
#[inline(always)]
pub(crate) const fn wide_half(f: Format, bits: u16, s: Subnormals) -> f64 {
    match s {
        Subnormals::Flush if f.bias == BINARY16.bias => flushed(bits),
        _ => widen(f, half(f, bits, s)),
    }
}

/// [`wide_half`] as a binary32, for one of a pair of factors.
#[inline(always)]
pub(crate) const fn factor(f: Format, bits: u16, s: Subnormals) -> f32 {
    match s {
        Subnormals::Flush if f.bias == BINARY16.bias => flushed_single(bits),
        Subnormals::Keep if f.bias == BINARY16.bias => binary16_factor(bits),
        _ => widen_single(f, half(f, bits, s)),
    }
}

/// Whether a result is flushed: it is below the least normal number of the format *after* rounding
/// to its precision with unbounded exponent, so a result that rounds up to that number stays.
///
/// `wide` is the result before rounding, as [`crate::round::narrow`] takes it.
///
/// Measured: `mul.rn.ftz` of 90341366 and 2fb5f7c4 is 80000000, `mul.rm.ftz` is 80800000.
#[inline(always)]
pub(crate) const fn result(f: Format, wide: f64, r: Rounding) -> bool {
    let min_normal = ((f.min_exponent + BINARY64.bias) as u64) << BINARY64.fraction_bits;
    let lost = BINARY64.fraction_bits - f.fraction_bits;
    // What carries a magnitude just below a power of two over it; at a tie too, as the power of
    // two is the even neighbour.
    let carry = match r {
        Rounding::Rn => 1 << (lost - 1),
        _ if r.is_away(negative(wide)) => (1 << lost) - 1,
        _ => 0,
    };
    wide.abs() < f64::from_bits(min_normal - carry)
}
