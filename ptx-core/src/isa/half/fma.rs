//! `fma` in half precision.

use super::halves::halves;
use crate::format::{BFLOAT16, BINARY16, Format};
use crate::fpu::fma;
use crate::mode::{Rectification, Rounding, Saturation, Subnormals};
use crate::saturate::{self, rectify};

/// The bits that the tensor copy engine writes for out-of-bounds elements: a NaN in `.f16` and in `.bf16`.
const OOB_NAN: u16 = 0x7ff7;

/// Returns whether a factor is [`OOB_NAN`] with either sign.
#[inline(always)]
const fn is_oob(x: u16) -> bool {
    x & 0x7fff == OOB_NAN
}

/// Computes `fma` with `.oob`: returns +0 if `a` or `b` is [`OOB_NAN`] with either sign.
#[inline(always)]
const fn fma_oob(f: Format, [a, b, c]: [u16; 3], rounding: Rounding) -> u16 {
    if is_oob(a) || is_oob(b) {
        return 0;
    }
    fma::half_precision(f, [a, b, c], rounding, Subnormals::Keep)
}

halves! {
    /// `fma.rn{.ftz}{.sat}.f16`: `a * b + c`, rounded once.
    ///
    /// 0 * infinity and infinity - infinity give a NaN. Subnormals are kept; `.ftz` flushes a subnormal operand to
    /// sign-preserving zero, and also a result that is below 2^-14 after rounding to 11 bits with unbounded exponent.
    /// `.sat` clamps the rounded result to [0.0, 1.0]; a NaN and -0 become +0.
    ///
    /// Source: PTX ISA, half precision `fma`. [Grade](crate#grades) \[D\]; for the results that `.ftz` flushes \[H\] on
    /// sm_90 (NVIDIA H100 80GB HBM3), \[M\] elsewhere.
    ///
    /// ```
    /// use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, fma_f16};
    /// // (1 + 2^-10)^2 - (1 + 2^-9) = 2^-20
    /// assert_eq!(fma_f16(0x3c01, 0x3c01, 0xbc02, Rn, Keep, Off), 0x0010);
    /// ```
    "fma.rn{.ftz}{.sat}.f16": fma_f16, fma_f16x2(
        a, b, c; rounding: Rounding = Rn, subnormals: Subnormals = Keep, saturation: Saturation = Off
    ) =
        saturate::half_precision(BINARY16, fma::half_precision(BINARY16, [a, b, c], rounding, subnormals), saturation);

    /// `fma.rn{.ftz}.relu.f16`: [`fma_f16`], but a negative result and -0 become +0. A NaN stays 7fff.
    ///
    /// Source: PTX ISA, half precision `fma`. [Grade](crate#grades) \[D\]; for -0 and for the results that `.ftz`
    /// flushes \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[M\] elsewhere.
    ///
    /// ```
    /// use ptx_core::{Rounding::*, Subnormals::*, fma_relu_f16};
    /// assert_eq!(fma_relu_f16(0x3c00, 0x3c00, 0xc000, Rn, Keep), 0);
    /// ```
    "fma.rn{.ftz}.relu.f16": fma_relu_f16, fma_relu_f16x2(
        a, b, c; rounding: Rounding = Rn, subnormals: Subnormals = Keep
    ) =
        rectify(BINARY16, fma::half_precision(BINARY16, [a, b, c], rounding, subnormals), Rectification::Relu);

    /// `fma.rn{.relu}.bf16`: `a * b + c`, rounded once.
    ///
    /// 0 * infinity and infinity - infinity give a NaN. Subnormals are kept. `.relu` turns a negative result and -0
    /// into +0; a NaN stays 7fff.
    ///
    /// Source: PTX ISA, half precision `fma`. [Grade](crate#grades) \[D\]; for -0 under `.relu` \[H\] on sm_90 (NVIDIA
    /// H100 80GB HBM3), \[M\] elsewhere.
    ///
    /// ```
    /// use ptx_core::{Rectification::*, Rounding::*, fma_bf16};
    /// // (1 + 2^-7)^2 - (1 + 2^-6) = 2^-14
    /// assert_eq!(fma_bf16(0x3f81, 0x3f81, 0xbf82, Rn, Linear), 0x3880);
    /// ```
    "fma.rn{.relu}.bf16": fma_bf16, fma_bf16x2(
        a, b, c; rounding: Rounding = Rn, rectification: Rectification = Linear
    ) =
        rectify(BFLOAT16, fma::half_precision(BFLOAT16, [a, b, c], rounding, Subnormals::Keep), rectification);

    /// `fma.rn.oob{.relu}.f16`: [`fma_f16`], but the result is +0 if `a` or `b` is the NaN 7ff7 or fff7.
    ///
    /// Tensor copies write the NaN 7ff7 for out-of-bounds elements. All other NaN operands give 7fff. `.relu` turns a
    /// negative result and -0 into +0.
    ///
    /// Source: PTX ISA, half precision `fma`, which does not give the bits of the OOB NaN (7ff7 was read from tensor
    /// copies on sm_120); ptx-conform on a chip. [Grade](crate#grades) \[D\]; \[H\] on
    /// sm_90 (NVIDIA H100 80GB HBM3) for NaN: all 2^16 words as each operand.
    ///
    /// ```
    /// use ptx_core::{Rectification::*, Rounding::*, fma_oob_f16};
    /// assert_eq!(fma_oob_f16(0x7ff7, 0x3c00, 0x3c00, Rn, Linear), 0);
    /// assert_eq!(fma_oob_f16(0xfff7, 0x3c0c, 0xfef8, Rn, Linear), 0);
    /// assert_eq!(fma_oob_f16(0x7e00, 0x3c00, 0x3c00, Rn, Linear), 0x7fff);
    /// ```
    "fma.rn.oob{.relu}.f16": fma_oob_f16, fma_oob_f16x2(
        a, b, c; rounding: Rounding = Rn, rectification: Rectification = Linear
    ) =
        rectify(BINARY16, fma_oob(BINARY16, [a, b, c], rounding), rectification);

    /// `fma.rn.oob.sat.f16`: [`fma_oob_f16`], clamped to [0.0, 1.0]. A NaN and -0 become +0.
    ///
    /// Source: HFMA2.OOB.SAT in machine code of ptxas, which accepts this form although the PTX ISA does not name it.
    /// [Grade](crate#grades) \[S\]; \[H\] on sm_90 (NVIDIA H100 80GB HBM3).
    ///
    /// ```
    /// use ptx_core::{Rounding::*, fma_oob_sat_f16};
    /// assert_eq!(fma_oob_sat_f16(0x4000, 0x3c00, 0x3c00, Rn), 0x3c00);
    /// ```
    "fma.rn.oob.sat.f16": fma_oob_sat_f16, fma_oob_sat_f16x2(a, b, c; rounding: Rounding = Rn) =
        saturate::half_precision(BINARY16, fma_oob(BINARY16, [a, b, c], rounding), Saturation::Sat);

    /// `fma.rn.oob{.relu}.bf16`: [`fma_bf16`], but the result is +0 if `a` or `b` is the NaN 7ff7 or fff7, as in
    /// [`fma_oob_f16`].
    ///
    /// Source: PTX ISA, half precision `fma`; ptx-conform on a chip. [Grade](crate#grades) \[D\]; \[H\] on
    /// sm_90 (NVIDIA H100 80GB HBM3) for NaN: all 2^16 words as each operand.
    ///
    /// ```
    /// use ptx_core::{Rectification::*, Rounding::*, fma_oob_bf16};
    /// assert_eq!(fma_oob_bf16(0x3f80, 0x7ff7, 0x3f80, Rn, Linear), 0);
    /// ```
    "fma.rn.oob{.relu}.bf16": fma_oob_bf16, fma_oob_bf16x2(
        a, b, c; rounding: Rounding = Rn, rectification: Rectification = Linear
    ) =
        rectify(BFLOAT16, fma_oob(BFLOAT16, [a, b, c], rounding), rectification);
}
