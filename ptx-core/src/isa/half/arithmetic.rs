//! `add`, `sub` and `mul` in half precision.

use super::halves::halves;
use crate::flush;
use crate::format::{BFLOAT16, BINARY16};
use crate::fpu::{add, mul};
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::saturate;

/// The sign bit of `.f16` and of `.bf16`.
const SIGN: u16 = 1 << 15;

#[inline]
const fn operand(x: u16, subnormals: Subnormals) -> u16 {
    flush::half_precision_operand(BINARY16, x, subnormals)
}

halves! {
    /// `add{.rn}{.ftz}{.sat}.f16`: `a + b`, correctly rounded.
    ///
    /// infinity - infinity gives a NaN. Subnormals are kept; `.ftz` flushes subnormal operands and subnormal results to
    /// sign-preserving zero. A subnormal sum is always exact, so flushing does not depend on the rounding. `.sat`
    /// clamps the rounded result to [0.0, 1.0]; a NaN and -0 become +0.
    ///
    /// Source: PTX ISA, half precision `add`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, add_f16};
    /// // 1 + 2^-11 is the midpoint of 1 and 1 + 2^-10. It rounds to 1, whose last bit is 0.
    /// assert_eq!(add_f16(0x3c00, 0x1000, Rn, Keep, Off), 0x3c00);
    /// ```
    "add{.rn}{.ftz}{.sat}.f16": add_f16, add_f16x2(
        a, b; rounding: Rounding = Rn, subnormals: Subnormals = Keep, saturation: Saturation = Off
    ) =
        saturate::half_precision(BINARY16, add::half_precision(BINARY16, operand(a, subnormals), operand(b, subnormals), rounding, subnormals), saturation);

    /// `add{.rn}.bf16`: `a + b`, correctly rounded.
    ///
    /// infinity - infinity gives a NaN. Subnormals are kept.
    ///
    /// Source: PTX ISA, half precision `add`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Rounding::*, add_bf16};
    /// // 1 + 2^-8 is the midpoint of 1 and 1 + 2^-7. It rounds to 1, whose last bit is 0.
    /// assert_eq!(add_bf16(0x3f80, 0x3b80, Rn), 0x3f80);
    /// ```
    "add{.rn}.bf16": add_bf16, add_bf16x2(a, b; rounding: Rounding = Rn) = add::half_precision(BFLOAT16, a, b, rounding, Subnormals::Keep);

    /// `sub{.rn}{.ftz}{.sat}.f16`: `a - b`, correctly rounded.
    ///
    /// infinity - infinity gives a NaN. Subnormals are kept; `.ftz` flushes subnormal operands and subnormal results to
    /// sign-preserving zero. A subnormal difference is always exact, so flushing does not depend on the rounding.
    /// `.sat` clamps the rounded result to [0.0, 1.0]; a NaN and -0 become +0.
    ///
    /// Source: PTX ISA, half precision `sub`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, sub_f16};
    /// assert_eq!(sub_f16(0x4000, 0x3c00, Rn, Keep, Off), 0x3c00);
    /// ```
    "sub{.rn}{.ftz}{.sat}.f16": sub_f16, sub_f16x2(
        a, b; rounding: Rounding = Rn, subnormals: Subnormals = Keep, saturation: Saturation = Off
    ) =
        saturate::half_precision(BINARY16, add::half_precision(BINARY16, operand(a, subnormals), operand(b, subnormals) ^ SIGN, rounding, subnormals), saturation);

    /// `sub{.rn}.bf16`: `a - b`, correctly rounded.
    ///
    /// infinity - infinity gives a NaN. Subnormals are kept.
    ///
    /// Source: PTX ISA, half precision `sub`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Rounding::*, sub_bf16};
    /// assert_eq!(sub_bf16(0x4000, 0x3f80, Rn), 0x3f80);
    /// ```
    "sub{.rn}.bf16": sub_bf16, sub_bf16x2(a, b; rounding: Rounding = Rn) = add::half_precision(BFLOAT16, a, b ^ SIGN, rounding, Subnormals::Keep);

    /// `mul{.rn}{.ftz}{.sat}.f16`: `a * b`, correctly rounded.
    ///
    /// 0 * infinity gives a NaN. Subnormals are kept; `.ftz` flushes a subnormal operand to sign-preserving zero, and
    /// also a result that is below 2^-14 after rounding to 11 bits with unbounded exponent. `.sat` clamps the rounded
    /// result to [0.0, 1.0]; a NaN and -0 become +0.
    ///
    /// Source: PTX ISA, half precision `mul`. [Grade](crate#grades) \[D\]; for the results that `.ftz` flushes \[H\] on
    /// sm_90 (NVIDIA H100 80GB HBM3), \[M\] elsewhere.
    ///
    /// ```
    /// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, mul_f16};
    /// // 2^-14 * 0.5 is subnormal.
    /// assert_eq!(mul_f16(0x0400, 0x3800, Rn, Keep, Off), 0x0200);
    /// assert_eq!(mul_f16(0x0400, 0x3800, Rn, Flush, Off), 0);
    /// ```
    "mul{.rn}{.ftz}{.sat}.f16": mul_f16, mul_f16x2(
        a, b; rounding: Rounding = Rn, subnormals: Subnormals = Keep, saturation: Saturation = Off
    ) =
        saturate::half_precision(BINARY16, mul::half_precision(BINARY16, operand(a, subnormals), operand(b, subnormals), rounding, subnormals), saturation);

    /// `mul{.rn}.bf16`: `a * b`, correctly rounded.
    ///
    /// 0 * infinity gives a NaN. Subnormals are kept.
    ///
    /// Source: PTX ISA, half precision `mul`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Rounding::*, mul_bf16};
    /// assert_eq!(mul_bf16(0x4000, 0x4040, Rn), 0x40c0);
    /// ```
    "mul{.rn}.bf16": mul_bf16, mul_bf16x2(a, b; rounding: Rounding = Rn) = mul::half_precision(BFLOAT16, a, b, rounding, Subnormals::Keep);
}
