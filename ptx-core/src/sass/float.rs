//! FADD, FMUL, FFMA, FSEL.

use crate::flush::operand;
use crate::isa::{add_f32, fma_f32, mul_f32};
use crate::mode::{Rounding, Saturation, Subnormals};

#[inline]
const fn float(x: u32) -> f32 {
    f32::from_bits(x)
}

/// Computes `FADD{.FTZ}{.RN,.RZ,.RM,.RP}{.SAT}`: `a + b`, correctly rounded.
///
/// Special values and source are those of [`add_f32`]. [Grade](crate#grades) \[D\]; \[H\] on sm_120 for numbers
/// under `.RN`, on sm_90 for NaN.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, sass::fadd};
/// assert_eq!(fadd(0x3f800000, 0x3f800000, Rn, Keep, Off), 0x40000000);
/// ```
#[inline]
#[must_use]
pub const fn fadd(
    a: u32,
    b: u32,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> u32 {
    add_f32(float(a), float(b), rounding, subnormals, saturation).to_bits()
}

/// Computes `FMUL{.FTZ}{.RN,.RZ,.RM,.RP}{.SAT}`: `a * b`, correctly rounded.
///
/// Special values and source are those of [`mul_f32`]. [Grade](crate#grades) \[D\]; for the results that `.FTZ` flushes
/// \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[M\] elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, sass::fmul};
/// assert_eq!(fmul(0x90341366, 0x2fb5f7c4, Rn, Flush, Off), 0x80000000);
/// ```
#[inline]
#[must_use]
pub const fn fmul(
    a: u32,
    b: u32,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> u32 {
    mul_f32(float(a), float(b), rounding, subnormals, saturation).to_bits()
}

/// Computes `FFMA{.FTZ}{.RN,.RZ,.RM,.RP}{.SAT}`: `a * b + c`, rounded once.
///
/// Special values and source are those of [`fma_f32`]. [Grade](crate#grades) \[D\]; for the results that `.FTZ` flushes
/// \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[M\] elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, sass::ffma};
/// assert_eq!(ffma(0x40000000, 0x40400000, 0x3f800000, Rn, Keep, Off), 0x40e00000);
/// ```
#[inline]
#[must_use]
pub const fn ffma(
    a: u32,
    b: u32,
    c: u32,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> u32 {
    fma_f32(float(a), float(b), float(c), rounding, subnormals, saturation).to_bits()
}

/// Computes `FSEL{.FTZ}`: returns `a` if the predicate holds, else `b`. A NaN keeps its bits.
///
/// `.FTZ` flushes a subnormal number to sign-preserving zero. [Grade](crate#grades) \[S\]; \[M\] for NaN.
///
/// ```
/// use ptx_core::{Subnormals::*, sass::fsel};
/// assert_eq!(fsel(1, 2, true, Keep), 1);
/// assert_eq!(fsel(1, 2, false, Flush), 0);
/// ```
#[inline]
#[must_use]
pub const fn fsel(a: u32, b: u32, p: bool, subnormals: Subnormals) -> u32 {
    operand(float(if p { a } else { b }), subnormals).to_bits()
}
