//! `sin.approx` and `cos.approx`, of radians and of turns.

use crate::mode::{Sm, Subnormals};
use crate::mufu;

/// `sin.approx{.ftz}.f32`: the sine of `a` radians, approximately.
///
/// From sm_70 on, the instruction is MUFU.SIN of the product of `a` and 1/(2π); the product is rounded towards zero. If
/// the magnitude of `a` is below about 2π · 2^-25, the result is a zero with the sign of `a`. Before sm_70, the
/// instruction is MUFU.SIN of the word that RRO.SINCOS computes. `.ftz` has no effect.
///
/// | a | ±0, subnormal | ±infinity | NaN |
/// |---|---|---|---|
/// | result | ±0 | `7fffffff` | `7fffffff` |
///
/// Source: PTX ISA, `sin`; machine code of ptxas. [Grade](crate#grades) MUFU.SIN \[H\] on sm_5x to sm_75 and on sm_90
/// (NVIDIA H100 80GB HBM3), presumed elsewhere; RRO.SINCOS \[H\] on sm_5x and sm_6x; the sequence \[H\] on sm_90, \[S\]
/// on other targets from sm_50 on, \[M\] before. Largest absolute errors, and the published bounds:
///
/// | range of `a` | before sm_70 | from sm_70 on | published bound |
/// |---|---|---|---|
/// | [-π, π] | 2^-21.4567 at `3f274c12` | the same | CUDA guide: 2^-21.41 |
/// | [-2π, 2π] | 2^-21.0285 at `40527d5d` | 2^-20.5520 at `40527e14` | PTX ISA: 2^-20.5 |
/// | [-100π, 100π] | 2^-16.2484 at `439b8ab7` | 2^-14.7402 at `439b846e` | PTX ISA: 2^-14.7 |
///
/// ```
/// use ptx_core::{Sm, Subnormals::*, sin_approx_f32};
/// assert_eq!(sin_approx_f32(1.0, Flush, Sm(90)).to_bits(), 0x3f57_6aa3);
/// assert_eq!(sin_approx_f32(1e-7, Flush, Sm(90)), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub const fn sin_approx_f32(a: f32, _subnormals: Subnormals, sm: Sm) -> f32 {
    f32::from_bits(match sm {
        Sm(70..) => mufu::sin_radians(a.to_bits()),
        _ => mufu::sin(mufu::rro_sincos(a.to_bits())),
    })
}

/// `cos.approx{.ftz}.f32`: the cosine of `a` radians, approximately.
///
/// From sm_70 on, the instruction is MUFU.COS of the product of `a` and 1/(2π); the product is rounded towards zero.
/// Before sm_70, the instruction is MUFU.COS of the word that RRO.SINCOS computes. `.ftz` has no effect.
///
/// | a | ±0, subnormal | ±infinity | NaN |
/// |---|---|---|---|
/// | result | 1 | `7fffffff` | `7fffffff` |
///
/// Source: PTX ISA, `cos`; machine code of ptxas. [Grade](crate#grades) MUFU.COS \[H\] on sm_5x to sm_75 and on sm_90
/// (NVIDIA H100 80GB HBM3), presumed elsewhere; RRO.SINCOS \[H\] on sm_5x and sm_6x; the sequence \[H\] on sm_90, \[S\]
/// on other targets from sm_50 on, \[M\] before. Largest absolute errors, and the published bounds:
///
/// | range of `a` | before sm_70 | from sm_70 on | published bound |
/// |---|---|---|---|
/// | [-π, π] | 2^-21.2398 at `3fe11dca` | the same | CUDA guide: 2^-21.19 |
/// | [-2π, 2π] | 2^-20.8533 at `409b8254` | **2^-20.4268** at `409ccdb6` | PTX ISA: 2^-20.5 |
/// | [-100π, 100π] | 2^-16.2413 at `439c53d8` | 2^-14.7380 at `439c53b9` | PTX ISA: 2^-14.7 |
///
/// Chips of sm_70 and sm_75 exceed the PTX ISA's error bound for [-2π, 2π] like this function: for `409ccdb6` they
/// return 3e3f198d, the result of this function.
///
/// ```
/// use ptx_core::{Sm, Subnormals::*, cos_approx_f32};
/// assert_eq!(cos_approx_f32(0.0, Flush, Sm(90)), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub const fn cos_approx_f32(a: f32, _subnormals: Subnormals, sm: Sm) -> f32 {
    f32::from_bits(match sm {
        Sm(70..) => mufu::cos_radians(a.to_bits()),
        _ => mufu::cos(mufu::rro_sincos(a.to_bits())),
    })
}

/// `sin.approx.2pi.ftz.f32`: the sine of `a` turns, that is of 2π · `a`, approximately.
///
/// The instruction is MUFU.SIN. The unit truncates the fraction of a turn to 25 bits. If the magnitude of `a` is below
/// 2^-25, the result is a zero with the sign of `a`.
///
/// | a | ±0, subnormal, integer | ±infinity | NaN |
/// |---|---|---|---|
/// | result | zero with the sign of `a` | `7fffffff` | `7fffffff` |
///
/// Source: PTX ISA, `sin`; machine code of ptxas. [Grade](crate#grades) MUFU.SIN \[H\] on sm_75 and on sm_90 (NVIDIA
/// H100 80GB HBM3), presumed elsewhere; the sequence \[S\].
///
/// ```
/// use ptx_core::sin_approx_2pi_ftz_f32;
/// assert_eq!(sin_approx_2pi_ftz_f32(0.25), 1.0);
/// assert_eq!(sin_approx_2pi_ftz_f32(-1.0).to_bits(), 0x8000_0000);
/// ```
#[inline(always)]
#[must_use]
pub const fn sin_approx_2pi_ftz_f32(a: f32) -> f32 {
    f32::from_bits(mufu::sin_float(a.to_bits()))
}

/// `cos.approx.2pi.ftz.f32`: the cosine of `a` turns, that is of 2π · `a`, approximately.
///
/// The instruction is MUFU.COS. The unit truncates the fraction of a turn to 25 bits.
///
/// | a | ±0, subnormal, integer | ±infinity | NaN |
/// |---|---|---|---|
/// | result | 1 | `7fffffff` | `7fffffff` |
///
/// Source: PTX ISA, `cos`; machine code of ptxas. [Grade](crate#grades) MUFU.COS \[H\] on sm_75 and on sm_90 (NVIDIA
/// H100 80GB HBM3), presumed elsewhere; the sequence \[S\].
///
/// ```
/// use ptx_core::cos_approx_2pi_ftz_f32;
/// assert_eq!(cos_approx_2pi_ftz_f32(0.5), -1.0);
/// assert_eq!(cos_approx_2pi_ftz_f32(0.25).to_bits(), 0x8000_0000);
/// ```
#[inline(always)]
#[must_use]
pub const fn cos_approx_2pi_ftz_f32(a: f32) -> f32 {
    f32::from_bits(mufu::cos_float(a.to_bits()))
}
