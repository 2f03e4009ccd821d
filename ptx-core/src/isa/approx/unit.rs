//! What the machine sequences are made of: the unit on floats, FMUL, and tests of the magnitude.

use crate::format::BINARY32;
use crate::isa::mul::mul_f32;
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::mufu;

/// 2^24 takes every subnormal number into the normal range.
pub(super) const TWO_24: f32 = (1 << 24) as f32;
/// 1/4 takes the reciprocal of every large number into the normal range.
pub(super) const QUARTER: f32 = 0.25;

/// 2^12 as a difference of exponents: it takes the root of a number times [`TWO_24`] back.
pub(super) const TWELVE: u32 = 12 << BINARY32.fraction_bits;

#[inline]
pub(super) const fn rcp(x: f32) -> f32 {
    f32::from_bits(mufu::rcp(x.to_bits()))
}

#[inline]
pub(super) const fn rsq(x: f32) -> f32 {
    f32::from_bits(mufu::rsq(x.to_bits()))
}

/// FMUL, with `.FTZ` if subnormals are flushed.
#[inline]
pub(super) const fn mul(a: f32, b: f32, subnormals: Subnormals) -> f32 {
    mul_f32(a, b, Rounding::Rn, subnormals, Saturation::Off)
}

/// `|x| < 2^-126`: zero or subnormal.
#[inline]
pub(super) const fn small(x: f32) -> bool {
    x.abs() < f32::MIN_POSITIVE
}

/// Whether `x` is a positive subnormal number: by its bits, since a host may compare it as zero.
#[inline]
pub(super) const fn positive_subnormal(x: f32) -> bool {
    x.to_bits().wrapping_sub(1) < BINARY32.min_normal as u32 - 1
}

/// `|x| > 2^126`: the unit would flush the reciprocal. True of infinity, false of NaN.
#[inline]
pub(super) const fn large(x: f32) -> bool {
    const TWO_126: f32 = (1_u128 << 126) as f32;
    x.abs() > TWO_126
}

/// `a`, times 2^24 if it is zero or subnormal, an integer times 2^-125 then: as the low bits of the power of two
/// whose last place that is, it is what is left when that is taken off. Many hosts take 10 ns for a product with a
/// subnormal number.
#[inline]
pub(super) const fn scaled(a: f32) -> f32 {
    const GREAT: f32 = 1.0 / (1_u128 << 102) as f32;
    const POWER: u32 = GREAT.to_bits();
    let bits = a.to_bits();
    let size = bits & BINARY32.nan as u32;
    let scaled = f32::from_bits(POWER | size) - GREAT;
    // Of a number that is replaced, all bits but the sign.
    let mask = -(small(a) as i32) as u32 >> 1;
    f32::from_bits(scaled.to_bits() & mask | bits & !mask)
}
