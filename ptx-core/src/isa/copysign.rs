//! `copysign`: combines the sign of one number with the magnitude of another.

use crate::format::{BINARY32, BINARY64};

/// `copysign.f32`: the sign of `a`, the magnitude of `b`.
///
/// The order of the operands is the opposite of Rust's and C's. Only bits are copied: a NaN keeps its payload, and a
/// subnormal number is not flushed.
///
/// Source: PTX ISA, `copysign`; machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100
/// 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::copysign_f32;
/// assert_eq!(copysign_f32(-1.0, 2.0), -2.0);
/// ```
#[inline]
#[must_use]
pub const fn copysign_f32(a: f32, b: f32) -> f32 {
    let sign = BINARY32.sign as u32;
    f32::from_bits(a.to_bits() & sign | b.to_bits() & !sign)
}

/// `copysign.f64`: the sign of `a`, the magnitude of `b`, like [`copysign_f32`].
///
/// Source: PTX ISA, `copysign`; machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100
/// 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::copysign_f64;
/// assert_eq!(copysign_f64(-0.0, f64::INFINITY), f64::NEG_INFINITY);
/// ```
#[inline]
#[must_use]
pub const fn copysign_f64(a: f64, b: f64) -> f64 {
    let sign = BINARY64.sign;
    f64::from_bits(a.to_bits() & sign | b.to_bits() & !sign)
}
