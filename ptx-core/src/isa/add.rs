//! `add{.rnd}{.ftz}{.sat}`: addition.

use crate::flush::operand;
use crate::fpu::add;
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::saturate;

/// `add{.rn,.rz,.rm,.rp}{.ftz}{.sat}.f32`: `a + b`, correctly rounded.
///
/// infinity - infinity gives a NaN. A NaN result is always 7fffffff. An exact zero sum is +0, or -0 under `.rm`. If
/// both operands are zeros with the same sign, the sum has this sign. `.ftz` flushes subnormal operands and subnormal
/// results to sign-preserving zero. A subnormal sum is always exact, so flushing does not depend on the rounding.
/// `.sat` clamps the rounded result to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `add`. [Grade](crate#grades) \[D\]; \[H\] on sm_120 for numbers under `.rn`, on sm_90 for NaN.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, add_f32};
///
/// let tiny = 2.0_f32.powi(-30);
/// assert_eq!(add_f32(1.0, tiny, Rn, Keep, Off), 1.0);
/// assert_eq!(add_f32(1.0, tiny, Rp, Keep, Off).to_bits(), 0x3f800001);
/// assert_eq!(add_f32(1.0, -1.0, Rm, Keep, Off).to_bits(), 0x80000000);
/// ```
#[inline]
#[must_use]
pub const fn add_f32(
    a: f32,
    b: f32,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> f32 {
    saturate::binary32(
        add::binary32(operand(a, subnormals), operand(b, subnormals), rounding, subnormals),
        saturation,
    )
}

/// `add{.rn,.rz,.rm,.rp}.f64`: `a + b`, correctly rounded.
///
/// infinity - infinity gives fff8000000000000. If `b` is a NaN, the result is `b`, quieted, with its sign and payload.
/// Otherwise, if `a` is a NaN, the result is `a`, quieted. An exact zero sum is +0, or -0 under `.rm`. If both operands
/// are zeros with the same sign, the sum has this sign.
///
/// Source: PTX ISA, `add`; ptx-conform on a chip. [Grade](crate#grades) \[D\]; \[H\] on sm_90
/// (NVIDIA H100 80GB HBM3) for NaN.
///
/// ```
/// use ptx_core::{Rounding::*, add_f64};
///
/// let tiny = 2.0_f64.powi(-60);
/// assert_eq!(add_f64(1.0, tiny, Rn), 1.0);
/// assert_eq!(add_f64(1.0, tiny, Rp).to_bits(), 0x3ff0000000000001);
/// ```
#[inline]
#[must_use]
pub const fn add_f64(a: f64, b: f64, rounding: Rounding) -> f64 {
    add::binary64(a, b, rounding)
}
