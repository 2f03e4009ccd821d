//! `mul{.rnd}{.ftz}{.sat}`: multiplication.

use crate::flush::operand;
use crate::fpu::mul;
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::saturate;

/// `mul{.rn,.rz,.rm,.rp}{.ftz}{.sat}.f32`: `a * b`, correctly rounded.
///
/// 0 * infinity gives a NaN. A NaN result is always 7fffffff. A zero result has the sign of the exact product. `.ftz`
/// flushes a subnormal operand to sign-preserving zero, and also a result that is below 2^-126 after rounding to 24
/// bits with unbounded exponent. `.sat` clamps the rounded result to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `mul`. [Grade](crate#grades) \[D\]; for the results that `.ftz` flushes \[H\] on sm_90 (NVIDIA H100
/// 80GB HBM3), \[M\] elsewhere. The rule for `.ftz` is that of `fma`.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, mul_f32};
///
/// let (a, b) = (f32::from_bits(0x90341366), f32::from_bits(0x2fb5f7c4));
/// assert_eq!(mul_f32(a, b, Rn, Flush, Off).to_bits(), 0x80000000);
/// assert_eq!(mul_f32(a, b, Rm, Flush, Off).to_bits(), 0x80800000);
/// ```
#[inline]
#[must_use]
pub const fn mul_f32(
    a: f32,
    b: f32,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> f32 {
    saturate::binary32(
        mul::binary32(operand(a, subnormals), operand(b, subnormals), rounding, subnormals),
        saturation,
    )
}

/// `mul{.rn,.rz,.rm,.rp}.f64`: `a * b`, correctly rounded.
///
/// 0 * infinity gives fff8000000000000. If `b` is a NaN, the result is `b`, quieted, with its sign and payload.
/// Otherwise, if `a` is a NaN, the result is `a`, quieted. A zero result has the sign of the exact product.
///
/// Source: PTX ISA, `mul`; ptx-conform on a chip. [Grade](crate#grades) \[D\]; \[H\] on sm_90
/// (NVIDIA H100 80GB HBM3) for NaN.
///
/// ```
/// use ptx_core::{Rounding::*, mul_f64};
///
/// assert_eq!(mul_f64(0.1, 0.1, Rn).to_bits(), 0x3f847ae147ae147c);
/// assert_eq!(mul_f64(0.1, 0.1, Rz).to_bits(), 0x3f847ae147ae147b);
/// ```
#[inline]
#[must_use]
pub const fn mul_f64(a: f64, b: f64, rounding: Rounding) -> f64 {
    mul::binary64(a, b, rounding)
}
