//! `ex2.approx` in half precision.

use super::halves::halves;
use crate::format::{BFLOAT16, BINARY16};
use crate::mufu::{ex2_float, truncated, widened};

halves! {
    /// `ex2.approx.f16`: 2 to the power of `a`.
    ///
    /// Truncates the result of [`mufu::ex2_float`](crate::mufu::ex2_float) to `.f16`. Subnormals are kept.
    ///
    /// | a | ±0 | 16 and more | -infinity | NaN |
    /// |---|---|---|---|---|
    /// | result | 1 | +infinity | +0 | 7fff |
    ///
    /// Source: PTX ISA, half precision `ex2` (relative error up to 2^-9.9). [Grade](crate#grades) \[H\]: checked over all
    /// operands on sm_90 (NVIDIA H100 80GB HBM3); presumed elsewhere.
    ///
    /// ```
    /// use ptx_core::ex2_approx_f16;
    /// assert_eq!(ex2_approx_f16(0x3800), 0x3da8); // 2^0.5 = 0x3da8.27
    /// ```
    "ex2.approx.f16": ex2_approx_f16, ex2_approx_f16x2(a) = truncated(BINARY16, ex2_float(widened(BINARY16, a)));

    /// `ex2.approx.ftz.bf16`: 2 to the power of `a`.
    ///
    /// Truncates the result of [`mufu::ex2_float`](crate::mufu::ex2_float) to `.bf16`. A result below 2^-126 is flushed
    /// to +0.
    ///
    /// | a | ±0, subnormal | 128 and more | -infinity | NaN |
    /// |---|---|---|---|---|
    /// | result | 1 | +infinity | +0 | 7fff |
    ///
    /// Source: PTX ISA, half precision `ex2` (relative error up to 2^-7). [Grade](crate#grades) \[H\]: checked over all
    /// operands on sm_90 (NVIDIA H100 80GB HBM3); presumed elsewhere.
    ///
    /// ```
    /// use ptx_core::ex2_approx_ftz_bf16;
    /// assert_eq!(ex2_approx_ftz_bf16(0x3f00), 0x3fb5); // 2^0.5 = 0x3fb5.04
    /// ```
    "ex2.approx.ftz.bf16": ex2_approx_ftz_bf16, ex2_approx_ftz_bf16x2(a) =
        truncated(BFLOAT16, ex2_float(widened(BFLOAT16, a)));
}
