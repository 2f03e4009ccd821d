//! `rsqrt.approx`: reciprocal square root.

use super::unit::{TWELVE, positive_subnormal, rsq, scaled};
use crate::format::{infinite, negative};
use crate::isa::add::add_f64;
use crate::isa::fma::fma_f64;
use crate::isa::mul::mul_f64;
use crate::mode::{Rounding::Rn, Subnormals};
use crate::mufu;
use crate::nan;

/// `rsqrt.approx{.ftz}.f32`: `1 / √a`, approximately.
///
/// With `.ftz`, the instruction is MUFU.RSQ. Without `.ftz`, a subnormal `a` is multiplied by 2^24, and the result by
/// 2^12.
///
/// | a | ±0 (`.ftz`: or subnormal) | below zero | +infinity | NaN |
/// |---|---|---|---|---|
/// | result | ±infinity | `7fffffff` | +0 | `7fffffff` |
///
/// Source: PTX ISA, `rsqrt`; machine code of ptxas. [Grade](crate#grades) MUFU.RSQ \[H\] on sm_5x to sm_75, sm_89 and
/// sm_90 (NVIDIA H100 80GB HBM3), presumed elsewhere; the sequence \[H\] on sm_90, \[S\] on other targets from sm_50
/// on, \[M\] before. Largest relative error: 2^-22.9354 (PTX ISA: 2^-22.9).
///
/// ```
/// use ptx_core::{Subnormals::*, rsqrt_approx_f32};
/// assert_eq!(rsqrt_approx_f32(4.0, Flush), 0.5);
/// assert_eq!(rsqrt_approx_f32(f32::from_bits(1 << 9), Keep), 2.0f32.powi(70));
/// ```
#[inline(always)] // so that loops in `ptx::wide` are vectorised
#[must_use]
pub const fn rsqrt_approx_f32(a: f32, subnormals: Subnormals) -> f32 {
    if matches!(subnormals, Subnormals::Flush) {
        return rsq(a);
    }
    let root = rsq(scaled(a));
    // The code adds to the exponent field of the reciprocal root to multiply the root by a power of two. The reciprocal
    // root of a scaled subnormal number is normal, so the addition is correct. The result for zero is infinite and is
    // not changed.
    let back = if positive_subnormal(a) { TWELVE } else { 0 };
    f32::from_bits(root.to_bits().wrapping_add(back))
}

/// `rsqrt.approx.ftz.f64`: MUFU.RSQ64H of the high word; the low word of the result is 0.
///
/// Subnormal operands are flushed to sign-preserving zero. A NaN whose nonzero fraction bits are all in the low word
/// is treated as an infinity.
///
/// | a | ±0, subnormal | below zero | +infinity | NaN |
/// |---|---|---|---|---|
/// | result | ±infinity | `7fffffff00000000` | +0 | `7fffffff00000000` |
///
/// Source: PTX ISA, `rsqrt.approx.ftz.f64`; machine code of ptxas. [Grade](crate#grades) \[H\] on sm_90 (NVIDIA H100
/// 80GB HBM3): all 2^32 high words; \[M\] elsewhere. Largest relative error of a double whose low word is 0: 2^-20.0366;
/// with any low word it stays below 2^-19.
///
/// ```
/// use ptx_core::rsqrt_approx_ftz_f64;
/// assert_eq!(rsqrt_approx_ftz_f64(4.0), 0.5);
/// ```
#[inline]
#[must_use]
pub const fn rsqrt_approx_ftz_f64(a: f64) -> f64 {
    let high = (a.to_bits() >> 32) as u32;
    f64::from_bits((mufu::rsq64h(high) as u64) << 32)
}

/// `rsqrt.approx.f64`: `1 / √a`, approximately: MUFU.RSQ64H and one third-order step.
///
/// A subnormal `a` is multiplied by 2^54 and the result by 2^27.
///
/// | a | ±0 | below zero | +infinity | NaN |
/// |---|---|---|---|---|
/// | result | ±infinity | `fff8000000000000` | +0 | `a`, quieted |
///
/// Source: PTX ISA, `rsqrt`; machine code of ptxas. [Grade](crate#grades) MUFU.RSQ64H \[H\] on sm_90 (NVIDIA H100 80GB
/// HBM3), \[M\] elsewhere; the sequence \[H\] on sm_90, \[S\] elsewhere. Largest error of 10^8 random numbers: 0.508125
/// ulp, at `58affa11085322e9`.
///
/// ```
/// use ptx_core::rsqrt_approx_f64;
/// assert_eq!(rsqrt_approx_f64(4.0), 0.5);
/// assert_eq!(rsqrt_approx_f64(-0.0), f64::NEG_INFINITY);
/// ```
#[inline]
#[must_use]
pub const fn rsqrt_approx_f64(a: f64) -> f64 {
    const TWO_54: f64 = (1u64 << 54) as f64;
    const TWO_27: f64 = (1u64 << 27) as f64;
    let high = (a.to_bits() >> 32) as u32;
    if high.wrapping_sub(0x0010_0000) < 0x7fe0_0000 {
        return refined(a);
    }
    if a.is_nan() {
        add_f64(a, a, Rn)
    } else if a == 0.0 {
        f64::INFINITY.copysign(a)
    } else if negative(a) {
        nan::INVALID_F64
    } else if infinite(a) {
        0.0
    } else {
        mul_f64(refined(mul_f64(a, TWO_54, Rn)), TWO_27, Rn)
    }
}

/// Refines `y0`, the result of MUFU.RSQ64H for a positive normal `a`. With `e = 1 - a y0²`, the function returns
/// `y0 (1 + e/2 + 3/8 e²)`.
///
/// The three summands are the first terms of the series of `1/√a = y0 (1 - e)^(-1/2)`. The relative error of `y0` is
/// below 2^-19, so `e` is below 2^-18. The first omitted term, `5/16 e³`, is below 2^-55. Most of the remaining error
/// is rounding error.
#[inline]
const fn refined(a: f64) -> f64 {
    let y0 = rsqrt_approx_ftz_f64(a);
    let e = fma_f64(a, -mul_f64(y0, y0, Rn), 1.0, Rn);
    let p = fma_f64(e, 0.375, 0.5, Rn);
    fma_f64(p, mul_f64(y0, e, Rn), y0, Rn)
}
