//! `cvt` that rounds a float to an integral number of the same format.

use crate::flush::operand;
use crate::format::{BFLOAT16, BINARY16, BINARY64, Format};
use crate::fpu::integer::{integral, integral_double, to_integral_single};
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::nan::canonical_half;
use crate::{nan, saturate};

/// `cvt.{rni,rzi,rmi,rpi}{.ftz}{.sat}.f32.f32`: `a` rounded to an integral number.
///
/// A zero result has the sign of `a`. A NaN becomes 7fffffff. `.ftz` flushes a subnormal number to sign-preserving
/// zero. `.sat` clamps the result to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN and for subnormal operands \[H\] on sm_90 (NVIDIA H100
/// 80GB HBM3) and on sm_100.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, cvt_irnd_f32_f32};
/// assert_eq!(cvt_irnd_f32_f32(2.5, Rn, Keep, Off), 2.0);
/// assert_eq!(cvt_irnd_f32_f32(-0.5, Rn, Keep, Off).to_bits(), 0x80000000);
/// ```
#[inline]
#[must_use]
pub const fn cvt_irnd_f32_f32(
    a: f32,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> f32 {
    let integral = to_integral_single(operand(a, subnormals), rounding);
    saturate::binary32(nan::canonical(integral), saturation)
}

/// `cvt.{rni,rzi,rmi,rpi}{.sat}.f64.f64`: `a` rounded to an integral number.
///
/// A zero result has the sign of `a`. A NaN is quieted and keeps its sign and payload. `.sat`
/// clamps the result to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, cvt_irnd_f64_f64};
/// assert_eq!(cvt_irnd_f64_f64(2.5, Rp, Off), 3.0);
/// ```
#[inline]
#[must_use]
pub const fn cvt_irnd_f64_f64(a: f64, rounding: Rounding, saturation: Saturation) -> f64 {
    let result = if a.is_nan() {
        nan::propagated(&[a])
    } else {
        f64::from_bits(integral_double(BINARY64, a.to_bits(), rounding))
    };
    saturate::binary64(result, saturation)
}

#[inline(always)]
const fn integral_half_precision(f: Format, a: u16, rounding: Rounding) -> u16 {
    canonical_half(f, integral(f, a as u32, rounding) as u16)
}

/// `cvt.{rni,rzi,rmi,rpi}{.sat}.f16.f16`: `a` rounded to an integral number.
///
/// A zero result has the sign of `a`. A NaN becomes 7fff. `.sat` clamps the result to [0.0, 1.0]; a
/// NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[M\]
/// elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, cvt_irnd_f16_f16};
/// assert_eq!(cvt_irnd_f16_f16(0x4100, Rz, Off), 0x4000);
/// ```
#[inline]
#[must_use]
pub const fn cvt_irnd_f16_f16(a: u16, rounding: Rounding, saturation: Saturation) -> u16 {
    saturate::half_precision(BINARY16, integral_half_precision(BINARY16, a, rounding), saturation)
}

/// `cvt.{rni,rzi,rmi,rpi}.bf16.bf16`: `a` rounded to an integral number.
///
/// A zero result has the sign of `a`. A NaN becomes 7fff.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[M\]
/// elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, cvt_irnd_bf16_bf16};
/// assert_eq!(cvt_irnd_bf16_bf16(0x4020, Rp), 0x4040);
/// ```
#[inline]
#[must_use]
pub const fn cvt_irnd_bf16_bf16(a: u16, rounding: Rounding) -> u16 {
    integral_half_precision(BFLOAT16, a, rounding)
}
