//! `sub{.rnd}{.ftz}{.sat}`: subtraction.

use crate::isa::add::{add_f32, add_f64};
use crate::mode::{Rounding, Saturation, Subnormals};

/// `sub{.rn,.rz,.rm,.rp}{.ftz}{.sat}.f32`: `a - b`, correctly rounded.
///
/// infinity - infinity gives a NaN. A NaN result is always 7fffffff. An exact zero difference is +0, or -0 under `.rm`.
/// If the operands are zeros with opposite signs, the difference has the sign of `a`. `.ftz` flushes subnormal operands
/// and subnormal results to sign-preserving zero. A subnormal difference is always exact, so flushing does not depend
/// on the rounding. `.sat` clamps the rounded result to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `sub`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, sub_f32};
///
/// let tiny = 2.0_f32.powi(-30);
/// assert_eq!(sub_f32(1.0, tiny, Rn, Keep, Off), 1.0);
/// assert_eq!(sub_f32(1.0, tiny, Rz, Keep, Off).to_bits(), 0x3f7fffff);
/// assert_eq!(sub_f32(1.0, 2.0, Rn, Keep, Sat).to_bits(), 0);
/// ```
#[inline]
#[must_use]
pub const fn sub_f32(
    a: f32,
    b: f32,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> f32 {
    add_f32(a, -b, rounding, subnormals, saturation)
}

/// `sub{.rn,.rz,.rm,.rp}.f64`: `a - b`, correctly rounded.
///
/// infinity - infinity gives fff8000000000000. If `b` is a NaN, the result is `b`, quieted, with its sign and payload.
/// Otherwise, if `a` is a NaN, the result is `a`, quieted. An exact zero difference is +0, or -0 under `.rm`. If the
/// operands are zeros with opposite signs, the difference has the sign of `a`.
///
/// Source: PTX ISA, `sub`; ptx-conform on a chip. [Grade](crate#grades) \[D\]; \[H\] on sm_90
/// (NVIDIA H100 80GB HBM3) for NaN.
///
/// ```
/// use ptx_core::{Rounding::*, sub_f64};
///
/// let tiny = 2.0_f64.powi(-60);
/// assert_eq!(sub_f64(1.0, tiny, Rn), 1.0);
/// assert_eq!(sub_f64(1.0, tiny, Rm).to_bits(), 0x3fefffffffffffff);
/// ```
#[inline]
#[must_use]
pub const fn sub_f64(a: f64, b: f64, rounding: Rounding) -> f64 {
    // A NaN operand keeps its sign in the result. If `b` is a NaN, the code therefore does not flip the sign of `b`.
    add_f64(a, if b.is_nan() { b } else { -b }, rounding)
}
