//! `rcp.approx`: reciprocal.

use super::unit::{QUARTER, TWO_24, large, mul, rcp, scaled, small};
use crate::mode::Subnormals;
use crate::mufu;

/// `rcp.approx{.ftz}.f32`: `1 / a`, approximately.
///
/// With `.ftz`, the instruction is MUFU.RCP. Without `.ftz`, `a` and the result are scaled in two cases: by 2^24 if `a`
/// is subnormal, and by 1/4 if the magnitude of `a` exceeds 2^126.
///
/// | a | ±0 (`.ftz`: or subnormal) | ±infinity | NaN |
/// |---|---|---|---|
/// | result | ±infinity | ±0 | `7fffffff` |
///
/// Source: PTX ISA, `rcp`; machine code of ptxas. [Grade](crate#grades) MUFU.RCP \[H\] on sm_5x to sm_75, sm_89 and
/// sm_90 (NVIDIA H100 80GB HBM3), presumed elsewhere; the sequence \[H\] on sm_90, \[S\] on other targets from sm_50
/// on, \[M\] before. Largest error: 0.974873 ulp of a normal result, at `3f81cfff`, 0.984809 ulp of a subnormal one, at
/// `7e81dfff` (PTX ISA: 1 ulp).
///
/// ```
/// use ptx_core::{Subnormals::*, rcp_approx_f32};
/// assert_eq!(rcp_approx_f32(3.0, Flush).to_bits(), 0x3eaa_aaab);
/// assert_eq!(rcp_approx_f32(2.0f32.powi(127), Keep), 2.0f32.powi(-127));
/// assert_eq!(rcp_approx_f32(2.0f32.powi(127), Flush), 0.0);
/// ```
#[inline(always)] // so that loops in `ptx::wide` are vectorised
#[must_use]
pub const fn rcp_approx_f32(a: f32, subnormals: Subnormals) -> f32 {
    match subnormals {
        Subnormals::Flush => rcp(a),
        Subnormals::Keep => {
            let quarter = if large(a) { QUARTER } else { 1.0 };
            let k = if small(a) { TWO_24 } else { quarter };
            mul(k, rcp(scaled(a) * quarter), subnormals)
        }
    }
}

/// `rcp.approx.ftz.f64`: MUFU.RCP64H of the high word; the low word of the result is 0.
///
/// Subnormal operands and results below 2^-1022 are flushed to sign-preserving zero. A NaN whose nonzero fraction bits
/// are all in the low word is treated as an infinity.
///
/// | a | ±0, subnormal | ±infinity | NaN |
/// |---|---|---|---|
/// | result | ±infinity | ±0 | `7fffffff00000000` |
///
/// Source: PTX ISA, `rcp.approx.ftz.f64`; machine code of ptxas. [Grade](crate#grades) \[H\] on sm_90 (NVIDIA H100 80GB
/// HBM3): all 2^32 high words; \[M\] elsewhere; three published results agree. Largest relative error of a double whose
/// low word is 0: 2^-20.0433; with any low word it stays below 2^-19.
///
/// ```
/// use ptx_core::rcp_approx_ftz_f64;
/// assert_eq!(rcp_approx_ftz_f64(5.0).to_bits(), 0x3fc9_9999_0000_0000);
/// ```
#[inline]
#[must_use]
pub const fn rcp_approx_ftz_f64(a: f64) -> f64 {
    let high = (a.to_bits() >> 32) as u32;
    f64::from_bits((mufu::rcp64h(high) as u64) << 32)
}
