//! `tanh.approx` in half precision.

use super::halves::halves;
use crate::format::{BFLOAT16, BINARY16};
use crate::mufu::{tanh, truncated, widened};

halves! {
    /// `tanh.approx.f16`: the hyperbolic tangent of `a`.
    ///
    /// Truncates the result of [`tanh_approx_f32`](crate::tanh_approx_f32) to `.f16`. Subnormals are kept.
    ///
    /// | a | ±0 | ±infinity | NaN |
    /// |---|---|---|---|
    /// | result | ±0 | ±1 | 7fff |
    ///
    /// Source: PTX ISA, half precision `tanh` (absolute error up to 2^-10.987). [Grade](crate#grades) \[H\]: checked over all
    /// operands on sm_90 (NVIDIA H100 80GB HBM3); presumed elsewhere.
    ///
    /// ```
    /// use ptx_core::tanh_approx_f16;
    /// assert_eq!(tanh_approx_f16(0x3800), 0x3764); // tanh 0.5 = 0x3764.d4
    /// ```
    "tanh.approx.f16": tanh_approx_f16, tanh_approx_f16x2(a) = truncated(BINARY16, tanh(widened(BINARY16, a)));

    /// `tanh.approx.bf16`: the hyperbolic tangent of `a`.
    ///
    /// Truncates the result of [`tanh_approx_f32`](crate::tanh_approx_f32) to `.bf16`. Subnormals are kept.
    ///
    /// | a | ±0 | ±infinity | NaN |
    /// |---|---|---|---|
    /// | result | ±0 | ±1 | 7fff |
    ///
    /// Source: PTX ISA, half precision `tanh`. The manual gives a maximum absolute error of 2^-8; at 3f3f the error is
    /// larger, 2^-7.9999.
    /// [Grade](crate#grades) \[H\]: checked over all operands on sm_90 (NVIDIA H100 80GB HBM3); presumed elsewhere.
    ///
    /// ```
    /// use ptx_core::tanh_approx_bf16;
    /// assert_eq!(tanh_approx_bf16(0x3f00), 0x3eec); // tanh 0.5 = 0x3eec.9a
    /// ```
    "tanh.approx.bf16": tanh_approx_bf16, tanh_approx_bf16x2(a) = truncated(BFLOAT16, tanh(widened(BFLOAT16, a)));
}
