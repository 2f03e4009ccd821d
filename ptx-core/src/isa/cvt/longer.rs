//! `cvt` to the same or to a longer format. The conversion is exact.

use crate::flush::operand;
use crate::format::{
    BFLOAT16, BINARY16, BINARY32, BINARY64, Format, binary16_to_double, widen_single,
};
use crate::mode::{Saturation, Subnormals};
use crate::{nan, saturate};

/// `cvt{.ftz}{.sat}.f32.f32`: returns `a`.
///
/// The bits of a NaN are kept. `.ftz` flushes a subnormal number to sign-preserving zero, and turns a NaN into
/// 7fffffff. `.sat` clamps to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`; machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB
/// HBM3) and on sm_100.
///
/// ```
/// use ptx_core::{Saturation::*, Subnormals::*, cvt_f32_f32};
/// assert_eq!(cvt_f32_f32(f32::from_bits(0xffc0_0001), Keep, Off).to_bits(), 0xffc0_0001);
/// assert_eq!(cvt_f32_f32(2.5, Keep, Sat), 1.0);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f32_f32(a: f32, subnormals: Subnormals, saturation: Saturation) -> f32 {
    let result = match subnormals {
        Subnormals::Keep => a,
        Subnormals::Flush => nan::canonical(operand(a, subnormals)),
    };
    saturate::binary32(result, saturation)
}

/// `cvt{.ftz}{.sat}.f32.f16`: converts `a`, exactly.
///
/// A NaN becomes 7fffffff. `.ftz` has no effect, since every nonzero `.f16` number is normal in `.f32`. `.sat` clamps
/// to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) and, with
/// `.ftz`, on sm_100, otherwise \[M\].
///
/// ```
/// use ptx_core::{Saturation::*, Subnormals::*, cvt_f32_f16};
/// assert_eq!(cvt_f32_f16(0x3e00, Keep, Off), 1.5);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f32_f16(a: u16, _subnormals: Subnormals, saturation: Saturation) -> f32 {
    saturate::binary32(nan::canonical(widen_single(BINARY16, a)), saturation)
}

/// `cvt{.rn,.rz,.rm,.rp}{.ftz}.f32.bf16`: converts `a`, exactly.
///
/// The bits of `a`, even of a NaN, become the high half of the result. `.ftz` flushes a subnormal number to
/// sign-preserving zero, and turns a NaN into 7fffffff.
///
/// Source: PTX ISA, `cvt`; machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB
/// HBM3) and, with `.ftz`, on sm_100, otherwise \[S\].
///
/// ```
/// use ptx_core::{Subnormals::*, cvt_f32_bf16};
/// assert_eq!(cvt_f32_bf16(0x3fc0, Keep), 1.5);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f32_bf16(a: u16, subnormals: Subnormals) -> f32 {
    cvt_f32_f32(f32::from_bits((a as u32) << 16), subnormals, Saturation::Off)
}

/// `cvt{.ftz}{.sat}.f64.f32`: converts `a`, exactly.
///
/// A NaN is quieted and keeps its sign and payload. `.ftz` flushes a subnormal number to sign-preserving zero, and
/// turns a NaN into 7fffffffe0000000. `.sat` clamps to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`; machine code of ptxas, which has FMUL.FTZ(a, 1) before the conversion. [Grade](crate#grades)
/// \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[M\] elsewhere.
///
/// ```
/// use ptx_core::{Saturation::*, Subnormals::*, cvt_f64_f32};
/// assert_eq!(cvt_f64_f32(1.5, Keep, Off), 1.5);
/// assert_eq!(cvt_f64_f32(1e-40, Flush, Off), 0.0);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f64_f32(a: f32, subnormals: Subnormals, saturation: Saturation) -> f64 {
    saturate::binary64(widened_bits(cvt_f32_f32(a, subnormals, Saturation::Off)), saturation)
}

/// The number of fraction bits of binary64 minus the number of fraction bits of binary32.
const LONGER: u32 = BINARY64.fraction_bits - BINARY32.fraction_bits;

/// Returns the same result as [`widened`], but converts normal numbers with integer operations.
///
/// In a dependency chain of integer operations the native conversion adds its own latency and the latency of moves
/// between integer and float registers. In plain loops the native conversion is faster.
#[inline]
const fn widened_bits(a: f32) -> f64 {
    let bits = a.to_bits() as u64;
    let (sign, size) = (bits >> 31 << 63, bits & BINARY32.nan);
    let rebias = BINARY64.one - (BINARY32.one << LONGER);
    let normal = f64::from_bits(sign | ((size << LONGER) + rebias));
    let is_normal = size >= BINARY32.min_normal && size < BINARY32.infinity;
    if is_normal { normal } else { widened(a) }
}

/// Converts a binary32 to binary64. A NaN is quieted and keeps its sign and payload.
#[inline]
const fn widened(a: f32) -> f64 {
    let bits = a.to_bits() as u64;
    let payload = (bits & (BINARY32.min_normal - 1)) << LONGER;
    let nan = bits >> 31 << 63 | BINARY64.infinity | BINARY64.quiet | payload;
    if BINARY32.is_nan(bits) { f64::from_bits(nan) } else { a as f64 }
}

/// `cvt{.sat}.f64.f64`: returns `a`.
///
/// The bits of a NaN are kept. `.sat` clamps to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`; machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB
/// HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::{Saturation::*, cvt_f64_f64};
/// assert_eq!(cvt_f64_f64(-2.5, Off), -2.5);
/// assert_eq!(cvt_f64_f64(-2.5, Sat), 0.0);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f64_f64(a: f64, saturation: Saturation) -> f64 {
    match saturation {
        // LLVM may compile the clamp to native minimum and maximum instructions, for example on aarch64. For a
        // signalling NaN these instructions would return a quiet NaN instead of 0.
        Saturation::Sat if a.is_nan() => 0.0,
        _ => saturate::binary64(a, saturation),
    }
}

/// `cvt{.sat}.f64.f16`: converts `a`, exactly.
///
/// A NaN is quieted and keeps its sign and payload. `.sat` clamps to [0.0, 1.0]; a NaN and -0 become +0.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100.
///
/// ```
/// use ptx_core::{Saturation::*, cvt_f64_f16};
/// assert_eq!(cvt_f64_f16(0x3e00, Off), 1.5);
/// assert_eq!(cvt_f64_f16(0xfd01, Off).to_bits(), 0xfffc_0400_0000_0000);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f64_f16(a: u16, saturation: Saturation) -> f64 {
    saturate::binary64(widened_half(BINARY16, a), saturation)
}

/// Converts a half-precision number to binary64. A NaN is quieted and keeps its sign and payload.
#[inline(always)]
const fn widened_half(f: Format, a: u16) -> f64 {
    if f.bias == BINARY32.bias {
        return widened(widen_single(f, a));
    }
    let quiet = if f.is_nan(a as u64) { BINARY64.quiet } else { 0 };
    f64::from_bits(binary16_to_double(a).to_bits() | quiet)
}

/// `cvt{.rn,.rz,.rm,.rp}.f64.bf16`: converts `a`, exactly.
///
/// A NaN is quieted and keeps its sign and payload.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100.
///
/// ```
/// use ptx_core::cvt_f64_bf16;
/// assert_eq!(cvt_f64_bf16(0x3fc0), 1.5);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f64_bf16(a: u16) -> f64 {
    widened_half(BFLOAT16, a)
}

/// `cvt{.sat}.f16.f16`: returns `a`.
///
/// A NaN becomes 7fff: the machine instruction adds -0, and every NaN sum is 7fff. `.sat` clamps to [0.0, 1.0]; a NaN
/// and -0 become +0.
///
/// Source: PTX ISA, `cvt` (which does not specify the NaN); machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN
/// \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::{Saturation::*, cvt_f16_f16};
/// assert_eq!(cvt_f16_f16(0x4000, Sat), 0x3c00);
/// assert_eq!(cvt_f16_f16(0xfc01, Off), 0x7fff);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f16_f16(a: u16, saturation: Saturation) -> u16 {
    saturate::half_precision(BINARY16, nan::canonical_half(BINARY16, a), saturation)
}

/// `cvt.bf16.bf16`: returns `a`.
///
/// A NaN becomes 7fff: the machine instruction adds -0, and every NaN sum is 7fff.
///
/// Source: PTX ISA, `cvt` (which does not specify the NaN); machine code of ptxas. [Grade](crate#grades) \[D\]; for NaN
/// \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::cvt_bf16_bf16;
/// assert_eq!(cvt_bf16_bf16(0x7f81), 0x7fff);
/// ```
#[inline]
#[must_use]
pub const fn cvt_bf16_bf16(a: u16) -> u16 {
    nan::canonical_half(BFLOAT16, a)
}
