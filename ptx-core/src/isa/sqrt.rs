//! `sqrt.rnd{.ftz}`: the square root, correctly rounded.

use crate::flush::operand;
use crate::fpu::sqrt;
use crate::mode::{Rounding, Subnormals};

/// `sqrt.{rn,rz,rm,rp}{.ftz}.f32`: the square root of `a`, correctly rounded.
///
/// ±0 → ±0, +inf → +inf; a negative number gives a NaN. A NaN result is always 7fffffff. `.ftz` flushes a subnormal
/// operand to sign-preserving zero; no result is subnormal.
///
/// Source: PTX ISA, `sqrt`; machine code of ptxas 12.9 for NaN. [Grade](crate#grades) \[D\]; \[H\] on sm_90 (NVIDIA
/// H100 80GB HBM3) for all 2^32 operands, and on sm_120 for numbers under `.rn`; on other targets \[S\] for NaN.
///
/// ```
/// use ptx_core::{Rounding::*, Subnormals::*, sqrt_f32};
///
/// assert_eq!(sqrt_f32(2.0, Rn, Keep).to_bits(), 0x3fb504f3);
/// assert_eq!(sqrt_f32(2.0, Rp, Keep).to_bits(), 0x3fb504f4);
/// assert_eq!(sqrt_f32(-1.0, Rn, Keep).to_bits(), 0x7fffffff);
/// assert_eq!(sqrt_f32(-1e-40, Rn, Flush).to_bits(), 0x80000000);
/// ```
#[inline]
#[must_use]
pub const fn sqrt_f32(a: f32, rounding: Rounding, subnormals: Subnormals) -> f32 {
    sqrt::binary32(operand(a, subnormals), rounding)
}

/// `sqrt.{rn,rz,rm,rp}.f64`: the square root of `a`, correctly rounded.
///
/// ±0 → ±0, +inf → +inf; a negative number gives fff8000000000000. A NaN is quieted and keeps its sign and payload.
///
/// Source: PTX ISA, `sqrt`; machine code of ptxas 12.9 and ptx-conform on a chip for NaN. [Grade](crate#grades) \[D\];
/// \[H\] on sm_90 (NVIDIA H100 80GB HBM3) for NaN.
///
/// ```
/// use ptx_core::{Rounding::*, sqrt_f64};
///
/// assert_eq!(sqrt_f64(2.0, Rn).to_bits(), 0x3ff6a09e667f3bcd);
/// assert_eq!(sqrt_f64(2.0, Rz).to_bits(), 0x3ff6a09e667f3bcc);
/// assert_eq!(sqrt_f64(-1.0, Rn).to_bits(), 0xfff8000000000000);
/// ```
#[inline]
#[must_use]
pub const fn sqrt_f64(a: f64, rounding: Rounding) -> f64 {
    sqrt::binary64(a, rounding)
}
