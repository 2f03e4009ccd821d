//! `tanh.approx` in half precision.

use super::halves::halves;
use crate::format::{BFLOAT16, BINARY16};
use crate::isa::approx::tanh::tanh_half;

halves! {
    /// `tanh.approx.f16`: the hyperbolic tangent of `a`.
    ///
    /// **No bit-exact claim**: the function returns the correctly rounded result. The result of a chip may differ by an
    /// absolute error of 2^-10.987. Subnormals are kept.
    ///
    /// | a | ±0 | ±infinity | NaN |
    /// |---|---|---|---|
    /// | result | ±0 | ±1 | 7fff |
    ///
    /// Source: PTX ISA, half precision `tanh` (absolute error up to 2^-10.987). [Grade](crate#grades) \[M\].
    ///
    /// ```
    /// use ptx_core::tanh_approx_f16;
    /// assert_eq!(tanh_approx_f16(0x3800), 0x3765); // tanh 0.5
    /// ```
    "tanh.approx.f16": tanh_approx_f16, tanh_approx_f16x2(a) = tanh_half(BINARY16, a);

    /// `tanh.approx.bf16`: the hyperbolic tangent of `a`.
    ///
    /// **No bit-exact claim**: the function returns the correctly rounded result. The result of a chip may differ by an
    /// absolute error of 2^-8. Subnormals are kept.
    ///
    /// | a | ±0 | ±infinity | NaN |
    /// |---|---|---|---|
    /// | result | ±0 | ±1 | 7fff |
    ///
    /// Source: PTX ISA, half precision `tanh` (absolute error up to 2^-8). [Grade](crate#grades) \[M\].
    ///
    /// ```
    /// use ptx_core::tanh_approx_bf16;
    /// assert_eq!(tanh_approx_bf16(0x3f00), 0x3eed); // tanh 0.5
    /// ```
    "tanh.approx.bf16": tanh_approx_bf16, tanh_approx_bf16x2(a) = tanh_half(BFLOAT16, a);
}
