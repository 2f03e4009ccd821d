//! `rcp.rnd{.ftz}`: the reciprocal, correctly rounded.

use crate::flush::operand;
use crate::fpu::rcp;
use crate::mode::{Rounding, Subnormals};

/// `rcp.{rn,rz,rm,rp}{.ftz}.f32`: 1 / `a`, correctly rounded.
///
/// ±0 → ±inf, ±inf → ±0. A NaN result is always 7fffffff. `.ftz` flushes a subnormal operand to sign-preserving zero,
/// and also a result that is below 2^-126 after rounding to 24 bits with unbounded exponent.
///
/// Source: PTX ISA, `rcp`; machine code of ptxas 12.9 for NaN and `.ftz`. [Grade](crate#grades) \[D\]; \[H\] on sm_90
/// (NVIDIA H100 80GB HBM3) for all 2^32 operands, and on sm_120 for numbers under `.rn`; on other targets \[S\] for
/// NaN, \[H\] for the results that `.ftz` flushes.
///
/// ```
/// use ptx_core::{Rounding::*, Subnormals::*, rcp_f32};
///
/// assert_eq!(rcp_f32(3.0, Rn, Keep).to_bits(), 0x3eaaaaab);
/// assert_eq!(rcp_f32(3.0, Rz, Keep).to_bits(), 0x3eaaaaaa);
/// // The exact result is below 2^-126 even after rounding to 24 bits.
/// assert_eq!(rcp_f32(f32::from_bits(0x7e800001), Rp, Flush).to_bits(), 0);
/// ```
#[inline]
#[must_use]
pub const fn rcp_f32(a: f32, rounding: Rounding, subnormals: Subnormals) -> f32 {
    rcp::binary32(operand(a, subnormals), rounding, subnormals)
}

/// `rcp.{rn,rz,rm,rp}.f64`: 1 / `a`, correctly rounded.
///
/// ±0 → ±inf, ±inf → ±0. A NaN is quieted and keeps its sign and payload.
///
/// Source: PTX ISA, `rcp`; machine code of ptxas 12.9 for NaN. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90
/// (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, rcp_f64};
///
/// assert_eq!(rcp_f64(3.0, Rn).to_bits(), 0x3fd5555555555555);
/// assert_eq!(rcp_f64(3.0, Rp).to_bits(), 0x3fd5555555555556);
/// ```
#[inline]
#[must_use]
pub const fn rcp_f64(a: f64, rounding: Rounding) -> f64 {
    rcp::binary64(a, rounding)
}
