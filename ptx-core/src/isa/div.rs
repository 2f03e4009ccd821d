//! `div.rnd{.ftz}`: division, correctly rounded.

use crate::flush::operand;
use crate::fpu::div;
use crate::mode::{Rounding, Subnormals};

/// `div.{rn,rz,rm,rp}{.ftz}.f32`: `a / b`, correctly rounded.
///
/// 0/0 and infinity/infinity give a NaN. A NaN result is always 7fffffff. `.ftz` flushes a subnormal operand to
/// sign-preserving zero, so a division by a subnormal number is a division by zero. `.ftz` also flushes a result that
/// is below 2^-126 after rounding to 24 bits with unbounded exponent.
///
/// Source: PTX ISA, `div`; machine code of ptxas 12.9 for NaN and `.ftz`. [Grade](crate#grades) \[D\]; \[H\] on sm_120
/// for numbers under `.rn`; for NaN and for the results that `.ftz` flushes \[H\] on sm_90 (NVIDIA H100 80GB HBM3),
/// \[S\] elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, Subnormals::*, div_f32};
///
/// assert_eq!(div_f32(2.0, 3.0, Rn, Keep).to_bits(), 0x3f2aaaab);
/// assert_eq!(div_f32(2.0, 3.0, Rm, Keep).to_bits(), 0x3f2aaaaa);
/// assert_eq!(div_f32(1.0, -1e-40, Rn, Flush), f32::NEG_INFINITY);
/// ```
#[inline]
#[must_use]
pub const fn div_f32(a: f32, b: f32, rounding: Rounding, subnormals: Subnormals) -> f32 {
    div::binary32(operand(a, subnormals), operand(b, subnormals), rounding, subnormals)
}

/// `div.{rn,rz,rm,rp}.f64`: `a / b`, correctly rounded.
///
/// 0/0 and infinity/infinity give fff8000000000000. If an operand is a NaN, the result is the first NaN of `a` and
/// `b`, quieted, with its sign and payload.
///
/// Source: PTX ISA, `div`; machine code of ptxas 12.9 for NaN. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90
/// (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, div_f64};
///
/// assert_eq!(div_f64(2.0, 3.0, Rn).to_bits(), 0x3fe5555555555555);
/// assert_eq!(div_f64(2.0, 3.0, Rp).to_bits(), 0x3fe5555555555556);
/// assert_eq!(div_f64(0.0, 0.0, Rn).to_bits(), 0xfff8000000000000);
/// ```
#[inline]
#[must_use]
pub const fn div_f64(a: f64, b: f64, rounding: Rounding) -> f64 {
    div::binary64(a, b, rounding)
}
