//! `cvt` to a shorter format, correctly rounded.
//!
//! A half-precision source is first converted to f32, exactly, so every `cvt` rounds once.

use crate::flush::operand;
use crate::format::{BFLOAT16, BINARY16, BINARY32, BINARY64, Format, negative, widen_single};
use crate::mode::{Limit, Rectification, Rounding, Saturation, Subnormals};
use crate::round::{double_to_short, single_to_half, to_binary32, to_binary32_odd};
use crate::saturate::{self, rectify};

/// `cvt.{rn,rz,rm,rp}{.ftz}{.sat}.f32.f64`: `a`, correctly rounded.
///
/// A NaN is quieted and keeps its sign and the high bits of its payload. `.ftz` flushes a result to sign-preserving
/// zero if the magnitude of `a`, rounded to 24 bits with unbounded exponent, is below 2^-126. `.sat` clamps the result
/// to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`; machine code of ptxas, which compares `a` with the smallest operand that rounds to 2^-126.
/// [Grade](crate#grades) \[D\]; for NaN and for the results that `.ftz` flushes \[H\] on sm_90 (NVIDIA H100 80GB HBM3)
/// and on sm_100.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, cvt_f32_f64};
/// assert_eq!(cvt_f32_f64(0.1, Rn, Keep, Off).to_bits(), 0x3dcccccd);
/// assert_eq!(cvt_f32_f64(0.1, Rz, Keep, Off).to_bits(), 0x3dcccccc);
/// let nan = f64::from_bits(0xfff4_0000_2000_0000);
/// assert_eq!(cvt_f32_f64(nan, Rn, Keep, Off).to_bits(), 0xffe0_0001);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f32_f64(
    a: f64,
    rounding: Rounding,
    subnormals: Subnormals,
    saturation: Saturation,
) -> f32 {
    let number = to_binary32(a, rounding, subnormals);
    let nan = f32::from_bits(shortened_nan(BINARY32, a) as u32);
    let result = if a.is_nan() { nan } else { number };
    saturate::binary32(result, saturation)
}

/// Converts a NaN to a narrower format: quiets it and keeps its sign and the high bits of its payload.
#[inline(always)]
const fn shortened_nan(f: Format, a: f64) -> u64 {
    let sign = if negative(a) { f.sign } else { 0 };
    let payload = a.to_bits() & (BINARY64.min_normal - 1);
    sign | f.infinity | f.quiet | payload >> (BINARY64.fraction_bits - f.fraction_bits)
}

/// Rounds a binary64 to a half-precision format.
#[inline(always)]
const fn halved(f: Format, a: f64, rounding: Rounding) -> u16 {
    // A directed rounding to bfloat16 is computed in two steps: to binary32, rounded to odd, then to bfloat16. In a
    // plain loop, two steps are faster than one (round/odd.rs).
    let number = match f.bias == BINARY32.bias && !matches!(rounding, Rounding::Rn) {
        true => single_to_half(f, to_binary32_odd(a), rounding, Subnormals::Keep),
        false => double_to_short(f, a, rounding, Subnormals::Keep) as u16,
    };
    if a.is_nan() { shortened_nan(f, a) as u16 } else { number }
}

#[inline(always)]
const fn shortened(f: Format, a: f32, rounding: Rounding, subnormals: Subnormals) -> u16 {
    single_to_half(f, operand(a, subnormals), rounding, Subnormals::Keep)
}

/// `cvt.{rn,rz,rm,rp}{.ftz}{.sat}.f16.f32`: `a`, correctly rounded.
///
/// A NaN becomes 7fff. `.ftz` has no effect, although the manual says that it flushes a subnormal operand. With `.rm`
/// and `.rp` a subnormal operand is rounded as if there were no `.ftz`. With `.rn` and `.rz` a subnormal operand always
/// gives a zero. `.sat` clamps the result to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`; machine code of ptxas, which from sm_35 to sm_121 is the same with and without `.ftz`. Grade
/// \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) and, under `.rn` and `.rz`, on sm_100, otherwise \[M\]; for
/// `.ftz` \[H\] on sm_90, \[S\] elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, cvt_f16_f32};
/// assert_eq!(cvt_f16_f32(1.5, Rn, Keep, Off), 0x3e00);
/// assert_eq!(cvt_f16_f32(1e9, Rz, Keep, Off), 0x7bff);
/// assert_eq!(cvt_f16_f32(f32::from_bits(1), Rp, Flush, Off), 0x0001);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f16_f32(
    a: f32,
    rounding: Rounding,
    _subnormals: Subnormals,
    saturation: Saturation,
) -> u16 {
    saturate::half_precision(
        BINARY16,
        shortened(BINARY16, a, rounding, Subnormals::Keep),
        saturation,
    )
}

/// `cvt.{rn,rz,rm,rp}{.sat}.f16.f64`: `a`, correctly rounded.
///
/// A NaN is quieted and keeps its sign and the high bits of its payload. `.sat` clamps the result to [0.0, 1.0]; a NaN
/// and -0 become +0.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100.
///
/// ```
/// use ptx_core::{Rounding::*, Saturation::*, cvt_f16_f64};
/// assert_eq!(cvt_f16_f64(1.5, Rn, Off), 0x3e00);
/// assert_eq!(cvt_f16_f64(f64::from_bits(0xfff4_0000_0000_0000), Rn, Off), 0xff00);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f16_f64(a: f64, rounding: Rounding, saturation: Saturation) -> u16 {
    saturate::half_precision(BINARY16, halved(BINARY16, a, rounding), saturation)
}

/// `cvt.{rn,rz,rm,rp}.f16.bf16`: `a`, correctly rounded.
///
/// A NaN becomes 7fff.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[M\]
/// elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, cvt_f16_bf16};
/// assert_eq!(cvt_f16_bf16(0x3fc0, Rn), 0x3e00);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f16_bf16(a: u16, rounding: Rounding) -> u16 {
    single_to_half(BINARY16, widen_single(BFLOAT16, a), rounding, Subnormals::Keep)
}

/// `cvt.{rn,rz,rm,rp}{.ftz}.bf16.f32`: `a`, correctly rounded.
///
/// A NaN becomes 7fff. `.ftz` flushes a subnormal operand to sign-preserving zero.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) and, under `.rn`
/// and `.rz` without `.ftz`, on sm_100, otherwise \[M\].
///
/// ```
/// use ptx_core::{Rounding::*, Subnormals::*, cvt_bf16_f32};
/// assert_eq!(cvt_bf16_f32(1.5, Rn, Keep), 0x3fc0);
/// ```
#[inline]
#[must_use]
pub const fn cvt_bf16_f32(a: f32, rounding: Rounding, subnormals: Subnormals) -> u16 {
    shortened(BFLOAT16, a, rounding, subnormals)
}

/// `cvt.{rn,rz,rm,rp}.bf16.f64`: `a`, correctly rounded.
///
/// A NaN is quieted and keeps its sign and the high bits of its payload.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100.
///
/// ```
/// use ptx_core::{Rounding::*, cvt_bf16_f64};
/// assert_eq!(cvt_bf16_f64(1.5, Rn), 0x3fc0);
/// ```
#[inline]
#[must_use]
pub const fn cvt_bf16_f64(a: f64, rounding: Rounding) -> u16 {
    halved(BFLOAT16, a, rounding)
}

/// `cvt.{rn,rz,rm,rp}.bf16.f16`: `a`, correctly rounded.
///
/// A NaN becomes 7fff.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[M\]
/// elsewhere.
///
/// ```
/// use ptx_core::{Rounding::*, cvt_bf16_f16};
/// assert_eq!(cvt_bf16_f16(0x3e00, Rn), 0x3fc0);
/// ```
#[inline]
#[must_use]
pub const fn cvt_bf16_f16(a: u16, rounding: Rounding) -> u16 {
    single_to_half(BFLOAT16, widen_single(BINARY16, a), rounding, Subnormals::Keep)
}

macro_rules! clamped {
    ($($word:literal $format:ident $one_and_a_half:literal: $one:ident $pair:ident;)*) => { $(
        #[doc = concat!("`cvt.{rn,rz}{.relu}{.satfinite}.", $word, ".f32`: `a`, correctly rounded.")]
        ///
        /// A NaN becomes 7fff. `.relu` turns a negative result and -0 into +0. With `.satfinite`, overflow and an
        /// infinity give the largest finite number with the same sign.
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN and for -0 under `.relu` \[H\] on sm_90 (NVIDIA
        /// H100 80GB HBM3) and on sm_100.
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::*, Rectification::*, Rounding::*, ", stringify!($one), "};")]
        #[doc = concat!("assert_eq!(", stringify!($one), "(1.5, Rn, Linear, Unlimited), ", $one_and_a_half, ");")]
        #[doc = concat!("assert_eq!(", stringify!($one), "(-1.5, Rn, Relu, Unlimited), 0);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $one(a: f32, rounding: Rounding, rectification: Rectification, limit: Limit) -> u16 {
            let rounded = shortened($format, a, rounding, Subnormals::Keep);
            let limited = saturate::limit($format, rounded as u64, limit) as u16;
            rectify($format, limited, rectification)
        }

        #[doc = concat!("`cvt.{rn,rz}{.relu}{.satfinite}.", $word, "x2.f32`: [`", stringify!($one), "`] of `a` (in bits 16-31) and of `b` (in bits 0-15).")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN and for -0 under `.relu` \[H\] on sm_90 (NVIDIA
        /// H100 80GB HBM3) and on sm_100.
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::*, Rectification::*, Rounding::*, ", stringify!($pair), "};")]
        #[doc = concat!("assert_eq!(", stringify!($pair), "(1.5, 0.0, Rn, Linear, Unlimited), ", $one_and_a_half, " << 16);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $pair(a: f32, b: f32, rounding: Rounding, rectification: Rectification, limit: Limit) -> u32 {
            let high = $one(a, rounding, rectification, limit) as u32;
            high << 16 | $one(b, rounding, rectification, limit) as u32
        }
    )* };
}

clamped! {
    "f16" BINARY16 "0x3e00": cvt_frnd2_f16_f32 cvt_frnd2_f16x2_f32;
    "bf16" BFLOAT16 "0x3fc0": cvt_frnd2_bf16_f32 cvt_frnd2_bf16x2_f32;
}
