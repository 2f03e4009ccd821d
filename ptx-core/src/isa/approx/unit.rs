//! Building blocks of the approximate instructions: MUFU functions on `f32`, FMUL, scaling, and magnitude tests.

use crate::format::BINARY32;
use crate::isa::mul::mul_f32;
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::mufu;

/// 2^24, which scales every subnormal number into the normal range.
pub(super) const TWO_24: f32 = (1 << 24) as f32;
/// 1/4, which scales every [`large`] number so that its reciprocal is normal.
pub(super) const QUARTER: f32 = 0.25;

/// The number 12 in the exponent field of a binary32. Adding `TWELVE` to the bits of a normal float multiplies the
/// float by 2^12; subtracting `TWELVE` divides the float by 2^12. The factor 2^12 is the square root of [`TWO_24`], so
/// it undoes the scaling in a root.
pub(super) const TWELVE: u32 = 12 << BINARY32.fraction_bits;

#[inline]
pub(super) const fn rcp(x: f32) -> f32 {
    f32::from_bits(mufu::rcp(x.to_bits()))
}

#[inline]
pub(super) const fn rsq(x: f32) -> f32 {
    f32::from_bits(mufu::rsq(x.to_bits()))
}

/// Computes FMUL, with `.FTZ` if `subnormals` is `Flush`.
#[inline]
pub(super) const fn mul(a: f32, b: f32, subnormals: Subnormals) -> f32 {
    mul_f32(a, b, Rounding::Rn, subnormals, Saturation::Off)
}

/// Returns whether `|x| < 2^-126`: whether `x` is zero or subnormal.
#[inline]
pub(super) const fn small(x: f32) -> bool {
    x.abs() < f32::MIN_POSITIVE
}

/// Returns whether `x` is a positive subnormal number. The function compares bits, since a native comparison may flush
/// `x`.
#[inline]
pub(super) const fn positive_subnormal(x: f32) -> bool {
    x.to_bits().wrapping_sub(1) < BINARY32.min_normal as u32 - 1
}

/// Returns whether `|x| > 2^126`. MUFU.RCP would flush the reciprocal of such a number. The result is true for ±inf and
/// false for NaN.
#[inline]
pub(super) const fn large(x: f32) -> bool {
    const TWO_126: f32 = (1_u128 << 126) as f32;
    x.abs() > TWO_126
}

/// Multiplies `a` by 2^24 if `a` is zero or subnormal; returns other numbers unchanged.
///
/// A scaled subnormal number is an integer times 2^-125. The integer is `size`, the bits of `a` without the sign.
/// `GREAT` is the power of two whose unit in the last place is 2^-125, and `POWER` holds its bits. The sum of `GREAT`
/// and the scaled number therefore has the bits `POWER | size`, and the subtraction of `GREAT` is exact. The code
/// avoids a native multiplication, which takes 10 ns on many processors if an operand is subnormal.
#[inline]
pub(super) const fn scaled(a: f32) -> f32 {
    const GREAT: f32 = 1.0 / (1_u128 << 102) as f32;
    const POWER: u32 = GREAT.to_bits();
    let bits = a.to_bits();
    let size = bits & BINARY32.nan as u32;
    let scaled = f32::from_bits(POWER | size) - GREAT;
    // A mask of all bits but the sign if `a` is scaled, otherwise 0.
    let mask = -(small(a) as i32) as u32 >> 1;
    f32::from_bits(scaled.to_bits() & mask | bits & !mask)
}
