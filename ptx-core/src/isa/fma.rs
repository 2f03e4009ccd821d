//! `fma.rnd{.ftz}{.sat}`: fused multiply-add.

use crate::flush::operand;
use crate::fpu::fma;
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::saturate;

/// `fma.{rn,rz,rm,rp}{.ftz}{.sat}.f32`: `a * b + c`, rounded once.
///
/// From sm_20 on, `mad.rnd.f32` is the same instruction. 0 * infinity and infinity - infinity give a NaN. A NaN result
/// is always 7fffffff. An exact zero result is +0, or -0 under `.rm`. If product and addend are zeros with the same
/// sign, the result has this sign. `.ftz` flushes a subnormal operand to sign-preserving zero, and also a result that
/// is below 2^-126 after rounding to 24 bits with unbounded exponent. `.sat` clamps the rounded result to [0.0, 1.0]; a
/// NaN and -0 become +0.
///
/// Source: PTX ISA, `fma`. [Grade](crate#grades) \[D\]; for the results that `.ftz` flushes \[H\] on sm_90 (NVIDIA H100
/// 80GB HBM3), \[M\] elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, fma_f32};
///
/// // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24.
/// let x = f32::from_bits(0x3f800800);
/// assert_eq!(fma_f32(x, x, 0.0, Rn, Keep, Off).to_bits(), 0x3f801000);
/// assert_eq!(fma_f32(x, x, 0.0, Rp, Keep, Off).to_bits(), 0x3f801001);
/// assert_eq!(fma_f32(x, x, -f32::from_bits(0x3f801000), Rn, Keep, Off), 2.0_f32.powi(-24));
/// assert_eq!(fma_f32(x, x, 0.0, Rn, Keep, Sat), 1.0);
/// ```
#[inline]
#[must_use]
pub const fn fma_f32(
    a: f32,
    b: f32,
    c: f32,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> f32 {
    let product_sum = fma::binary32(
        operand(a, subnormals),
        operand(b, subnormals),
        operand(c, subnormals),
        rounding,
        subnormals,
    );
    saturate::binary32(product_sum, saturation)
}

/// `fma.{rn,rz,rm,rp}.f64`: `a * b + c`, rounded once.
///
/// `mad.rnd.f64` is the same instruction. If an operand is a NaN, the result is the first NaN in the order `b`, `c`,
/// `a`, quieted, with its sign and payload. Otherwise 0 * infinity and infinity - infinity give fff8000000000000. An
/// exact zero result is +0, or -0 under `.rm`. If product and addend are zeros with the same sign, the result has this
/// sign.
///
/// Source: PTX ISA, `fma`; ptx-conform on a chip. [Grade](crate#grades) \[D\]; \[H\] on sm_90 (NVIDIA H100 80GB HBM3)
/// for NaN.
///
/// ```
/// use ptx_core::{Rounding::*, fma_f64};
///
/// let x = 1.0 + 2.0_f64.powi(-30);
/// assert_eq!(fma_f64(x, x, -(1.0 + 2.0_f64.powi(-29)), Rn), 2.0_f64.powi(-60));
/// ```
#[inline]
#[must_use]
pub const fn fma_f64(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    fma::binary64(a, b, c, rounding)
}
