//! `neg` and `abs`.

use crate::flush::operand;
use crate::format::{BINARY32, BINARY64};
use crate::mode::Subnormals;
use crate::nan;

/// `neg{.ftz}.f32`: `-a`.
///
/// A NaN becomes 7fffffff: the machine instruction adds -0, and every NaN sum is 7fffffff. `.ftz` first flushes a
/// subnormal number to sign-preserving zero.
///
/// Source: PTX ISA, `neg` (which does not specify the NaN); machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN
/// \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::{Subnormals::*, neg_f32};
/// assert_eq!(neg_f32(1.5, Keep), -1.5);
/// assert_eq!(neg_f32(1e-40, Flush).to_bits(), 0x80000000);
/// ```
#[inline]
#[must_use]
pub const fn neg_f32(a: f32, subnormals: Subnormals) -> f32 {
    nan::canonical(f32::from_bits(operand(a, subnormals).to_bits() ^ BINARY32.sign as u32))
}

/// `abs{.ftz}.f32`: the absolute value of `a`.
///
/// A NaN becomes 7fffffff: the machine instruction adds -0, and every NaN sum is 7fffffff. `.ftz` flushes a subnormal
/// number to +0.
///
/// Source: PTX ISA, `abs` (which does not specify the NaN); machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN
/// \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::{Subnormals::*, abs_f32};
/// assert_eq!(abs_f32(-1.5, Keep), 1.5);
/// assert_eq!(abs_f32(-1e-40, Flush).to_bits(), 0);
/// ```
#[inline]
#[must_use]
pub const fn abs_f32(a: f32, subnormals: Subnormals) -> f32 {
    nan::canonical(f32::from_bits(operand(a, subnormals).to_bits() & !(BINARY32.sign as u32)))
}

/// `neg.f64`: `-a`.
///
/// A NaN is quieted and keeps its sign and payload.
///
/// Source: PTX ISA, `neg`, which does not specify the NaN; ptx-conform on a chip. [Grade](crate#grades) \[D\]; \[H\] on
/// sm_90 (NVIDIA H100 80GB HBM3) for NaN.
///
/// ```
/// use ptx_core::neg_f64;
/// assert_eq!(neg_f64(0.0).to_bits(), 1 << 63);
/// ```
#[inline]
#[must_use]
pub const fn neg_f64(a: f64) -> f64 {
    if a.is_nan() {
        return nan::propagated(&[a]);
    }
    f64::from_bits(a.to_bits() ^ BINARY64.sign)
}

/// `abs.f64`: the absolute value of `a`.
///
/// A NaN is quieted and keeps its sign and payload. The machine instruction adds `a` to -0, and the sum of a NaN and -0
/// is this NaN, quieted. The manual specifies that a NaN is returned unchanged.
///
/// Source: PTX ISA, `abs`; ptx-conform on a chip. [Grade](crate#grades) \[D\]; \[H\] on sm_90 (NVIDIA H100 80GB HBM3)
/// for NaN.
///
/// ```
/// use ptx_core::abs_f64;
/// assert_eq!(abs_f64(-1.5), 1.5);
/// let nan = f64::from_bits(0xfff0_0000_0000_0001);
/// assert_eq!(abs_f64(nan).to_bits(), 0xfff8_0000_0000_0001);
/// ```
#[inline]
#[must_use]
pub const fn abs_f64(a: f64) -> f64 {
    if a.is_nan() {
        return nan::propagated(&[a]);
    }
    f64::from_bits(a.to_bits() & !BINARY64.sign)
}
