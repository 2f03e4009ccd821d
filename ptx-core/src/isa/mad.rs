//! `mad{.ftz}{.sat}.f32` of the sm_1x targets. From sm_20 on, `mad` is `fma`.

use crate::flush::operand;
use crate::fpu::mad;
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::saturate;

/// `mad{.ftz}{.sat}.f32` on sm_1x: `a * b + c`. The product is truncated, and the sum is rounded to nearest.
///
/// The exact product is truncated to 24 bits with unbounded exponent. If `c` is ±0, the product is rounded to nearest
/// instead. A NaN result is 7fffffff. The sm_1x targets always flush subnormal numbers, even if there is no `.ftz`.
/// `.sat` clamps the result to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `mad`. [Grade](crate#grades) \[D\]; \[M\] for the choice of flushed results.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, fma_f32, mad_f32};
///
/// // (1 + 3 * 2^-13)^2 = 1 + 3 * 2^-12 + 9 * 2^-26
/// let x = f32::from_bits(0x3f800c00);
/// assert_eq!(mad_f32(x, x, -1.0, Flush, Off).to_bits(), 0x3a400800);
/// assert_eq!(fma_f32(x, x, -1.0, Rn, Flush, Off).to_bits(), 0x3a400900);
/// ```
#[inline]
#[must_use]
pub const fn mad_f32(
    a: f32,
    b: f32,
    c: f32,
    subnormals: Subnormals,
    saturation: Saturation,
) -> f32 {
    saturate::binary32(mad_map_f64(a, b, c, Rounding::Rn, subnormals), saturation)
}

/// `mad.{rn,rz}.f64` under `map_f64_to_f32`: [`mad_f32`] with a choice of rounding for the sum.
///
/// Special values are those of [`mad_f32`] without `.sat`.
///
/// Source: PTX ISA, `.target`, which does not specify how the product is rounded. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::{Rounding::*, Subnormals::*, mad_map_f64};
///
/// let tiny = 2.0_f32.powi(-30);
/// assert_eq!(mad_map_f64(1.0, 1.0, -tiny, Rn, Flush), 1.0);
/// assert_eq!(mad_map_f64(1.0, 1.0, -tiny, Rz, Flush).to_bits(), 0x3f7fffff);
/// ```
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn mad_map_f64(
    a: f32,
    b: f32,
    c: f32,
    rounding: Rounding,
    subnormals: Subnormals,
) -> f32 {
    mad::binary32(
        operand(a, subnormals),
        operand(b, subnormals),
        operand(c, subnormals),
        rounding,
        subnormals,
    )
}
