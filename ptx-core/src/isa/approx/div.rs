//! `div.approx` and `div.full`: division.

use super::unit::{QUARTER, TWO_24, large, mul, rcp, small};
use crate::mode::Subnormals;

/// `div.approx{.ftz}.f32`: `a / b`, computed as `a` times MUFU.RCP of `b`.
///
/// Without `.ftz`, `a` and `b` are both multiplied by 2^24 first if `b` is subnormal. If the magnitude of `b` exceeds
/// 2^126, MUFU.RCP returns zero. The result is then a zero, or a NaN if `a` is infinite.
///
/// Source: PTX ISA, `div`; machine code of ptxas. [Grade](crate#grades) MUFU.RCP \[H\] on sm_5x to sm_75, sm_89 and
/// sm_90 (NVIDIA H100 80GB HBM3), presumed elsewhere; the sequence \[H\] on sm_90, \[S\] on other targets from sm_50
/// on, \[M\] before. For `b` in [2^-126, 2^126] the result is at most 2 ulp from the f32 nearest to the quotient, which
/// is the bound of PTX ISA. The largest error found, over every significand of `b` and 64 of `a`, is 2.120105 ulp from
/// the exact quotient, for `3febf438` / `3fecfdfd`.
///
/// ```
/// use ptx_core::{Subnormals::*, div_approx_f32};
/// assert_eq!(div_approx_f32(6.0, 3.0, Flush), 2.0);
/// assert_eq!(div_approx_f32(f32::MAX, f32::MAX, Keep), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub const fn div_approx_f32(a: f32, b: f32, subnormals: Subnormals) -> f32 {
    let scaled = matches!(subnormals, Subnormals::Keep) & small(b);
    quotient(a, b, scaled, TWO_24, subnormals)
}

/// `div.full{.ftz}.f32`: `a / b`, computed as `a` times MUFU.RCP of `b`. If MUFU.RCP would flush the reciprocal, `a`
/// and `b` are both scaled first.
///
/// The scale is 1/4 if the magnitude of `b` exceeds 2^126. Without `.ftz`, the scale is 2^24 if `b` is subnormal.
///
/// Source: PTX ISA, `div`; machine code of ptxas. [Grade](crate#grades) MUFU.RCP \[H\] on sm_5x to sm_75, sm_89 and
/// sm_90 (NVIDIA H100 80GB HBM3), presumed elsewhere; the sequence \[H\] on sm_90, \[S\] on other targets from sm_50
/// on, \[M\] before. The result is at most 2 ulp from the f32 nearest to the quotient, which is the bound of PTX ISA.
/// The largest error found, over every significand of `b` and 64 of `a`, is 2.120105 ulp from the exact quotient, for
/// `3febf438` / `3fecfdfd`.
///
/// ```
/// use ptx_core::{Subnormals::*, div_full_f32};
/// assert_eq!(div_full_f32(f32::MAX, f32::MAX, Flush), 1.0);
/// assert_eq!(div_full_f32(1e-40, 1e-40, Keep), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub const fn div_full_f32(a: f32, b: f32, subnormals: Subnormals) -> f32 {
    let (large, small) = (large(b), matches!(subnormals, Subnormals::Keep) & small(b));
    quotient(a, b, large | small, if large { QUARTER } else { TWO_24 }, subnormals)
}

/// Multiplies `a` by the reciprocal of `b`. If `scaled` is true, both are first multiplied by `scale`. The code
/// computes the reciprocal once, after the selections, instead of once in each branch, so that LLVM vectorises loops.
#[inline(always)]
const fn quotient(a: f32, b: f32, scaled: bool, scale: f32, subnormals: Subnormals) -> f32 {
    let a = if scaled { mul(a, scale, subnormals) } else { a };
    let b = if scaled { mul(b, scale, subnormals) } else { b };
    mul(rcp(b), a, subnormals)
}
