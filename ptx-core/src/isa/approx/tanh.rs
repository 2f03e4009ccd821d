//! `tanh.approx`: hyperbolic tangent.

use crate::mufu;

/// `tanh.approx.f32`: the hyperbolic tangent of `a`.
///
/// The function is [`mufu::tanh`]. Subnormal numbers are kept.
///
/// | a | ±0 | ±infinity | NaN |
/// |---|---|---|---|
/// | result | ±0 | ±1 | `7fffffff` |
///
/// Source: PTX ISA, `tanh` (relative error up to 2^-11); MUFU.TANH in machine code of ptxas. [Grade](crate#grades) \[H\]:
/// checked over all operands on sm_90 (NVIDIA H100 80GB HBM3); presumed elsewhere. Largest relative error: 2^-16.4557, at
/// `3f17040f`.
///
/// ```
/// use ptx_core::tanh_approx_f32;
/// assert_eq!(tanh_approx_f32(0.5).to_bits(), 0x3eec_9a50);
/// assert_eq!(tanh_approx_f32(-20.0), -1.0);
/// ```
#[inline]
#[must_use]
pub const fn tanh_approx_f32(a: f32) -> f32 {
    f32::from_bits(mufu::tanh(a.to_bits()))
}
