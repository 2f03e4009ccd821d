//! `neg` and `abs` in half precision.

use super::halves::halves;
use crate::flush::half_precision_operand as operand;
use crate::format::{BFLOAT16, BINARY16};
use crate::mode::Subnormals;
use crate::nan::canonical_half as canonical;

/// The sign bit of `.f16` and of `.bf16`.
const SIGN: u16 = 1 << 15;

halves! {
    /// `neg{.ftz}.f16`: `-a`.
    ///
    /// A NaN becomes 7fff: the machine instruction adds -0, and every NaN sum is 7fff. `.ftz` first flushes a subnormal
    /// number to sign-preserving zero.
    ///
    /// Source: PTX ISA, half precision `neg` (which does not specify the NaN); machine code of ptxas.
    /// [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    ///
    /// ```
    /// use ptx_core::{Subnormals::*, neg_f16};
    /// assert_eq!(neg_f16(0x3c00, Keep), 0xbc00);
    /// assert_eq!(neg_f16(0x0001, Flush), 0x8000);
    /// ```
    "neg{.ftz}.f16": neg_f16, neg_f16x2(a; subnormals: Subnormals = Keep) =
        canonical(BINARY16, operand(BINARY16, a, subnormals) ^ SIGN);

    /// `neg.bf16`: `-a`.
    ///
    /// A NaN becomes 7fff: the machine instruction adds -0, and every NaN sum is 7fff.
    ///
    /// Source: PTX ISA, half precision `neg` (which does not specify the NaN); machine code of ptxas.
    /// [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    ///
    /// ```
    /// use ptx_core::neg_bf16;
    /// assert_eq!(neg_bf16(0x3f80), 0xbf80);
    /// ```
    "neg.bf16": neg_bf16, neg_bf16x2(a) = canonical(BFLOAT16, a ^ SIGN);

    /// `abs{.ftz}.f16`: the absolute value of `a`.
    ///
    /// A NaN becomes 7fff: the machine instruction adds -0, and every NaN sum is 7fff. `.ftz` flushes a subnormal
    /// number to +0.
    ///
    /// Source: PTX ISA, half precision `abs` (which does not specify the NaN); machine code of ptxas.
    /// [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    ///
    /// ```
    /// use ptx_core::{Subnormals::*, abs_f16};
    /// assert_eq!(abs_f16(0xbc00, Keep), 0x3c00);
    /// assert_eq!(abs_f16(0x8001, Flush), 0);
    /// ```
    "abs{.ftz}.f16": abs_f16, abs_f16x2(a; subnormals: Subnormals = Keep) =
        canonical(BINARY16, operand(BINARY16, a, subnormals) & !SIGN);

    /// `abs.bf16`: the absolute value of `a`.
    ///
    /// A NaN becomes 7fff: the machine instruction adds -0, and every NaN sum is 7fff.
    ///
    /// Source: PTX ISA, half precision `abs` (which does not specify the NaN); machine code of ptxas.
    /// [Grade](crate#grades) \[D\]; for NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    ///
    /// ```
    /// use ptx_core::abs_bf16;
    /// assert_eq!(abs_bf16(0xbf80), 0x3f80);
    /// ```
    "abs.bf16": abs_bf16, abs_bf16x2(a) = canonical(BFLOAT16, a & !SIGN);
}
