//! `sqrt.approx`: square root.

use super::unit::{TWELVE, positive_subnormal, rcp, rsq, scaled};
use crate::mode::{Sm, Subnormals};
use crate::mufu;

/// `sqrt.approx{.ftz}.f32`: the square root of `a`, approximately.
///
/// With `.ftz`, the instruction is MUFU.SQRT from sm_52 on, and MUFU.RCP of MUFU.RSQ before. Without `.ftz`, a
/// subnormal `a` is multiplied by 2^24 and the root by 2^-12.
///
/// | a | ±0 (`.ftz`: or subnormal) | below zero | +infinity | NaN |
/// |---|---|---|---|---|
/// | result | ±0 | `7fffffff` | +infinity | `7fffffff` |
///
/// Source: PTX ISA, `sqrt`; machine code of ptxas. [Grade](crate#grades) MUFU.SQRT \[H\] on sm_6x to sm_75 and on sm_90
/// (NVIDIA H100 80GB HBM3), partly on sm_89, presumed elsewhere; the sequence \[H\] on sm_90, \[S\] on other targets
/// from sm_50 on, \[M\] before. Largest relative error: 2^-23.2534 (PTX ISA: 2^-23). Before sm_52 the result is up to 3
/// ulp from the nearest f32 (CUDA guide: 3 ulp).
///
/// ```
/// use ptx_core::{Sm, Subnormals::*, sqrt_approx_f32};
/// assert_eq!(sqrt_approx_f32(4.0, Flush, Sm(90)), 2.0);
/// assert_eq!(sqrt_approx_f32(f32::from_bits(1 << 9), Keep, Sm(50)), 2.0f32.powi(-70));
/// ```
#[inline(always)] // so that loops in `ptx::wide` are vectorised
#[must_use]
pub const fn sqrt_approx_f32(a: f32, subnormals: Subnormals, sm: Sm) -> f32 {
    if matches!(subnormals, Subnormals::Flush) {
        return root(a, sm);
    }
    let root = root(scaled(a), sm);
    // The code subtracts from the exponent field of the root to divide the root by a power of two. The root of a scaled
    // subnormal number is normal, so the subtraction is correct. The root of zero is zero and is not changed.
    let back = if positive_subnormal(a) { TWELVE } else { 0 };
    f32::from_bits(root.to_bits().wrapping_sub(back))
}

#[inline]
const fn root(a: f32, sm: Sm) -> f32 {
    if sm.0 >= 52 { f32::from_bits(mufu::sqrt(a.to_bits())) } else { rcp(rsq(a)) }
}
