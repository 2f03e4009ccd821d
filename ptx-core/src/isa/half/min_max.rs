//! `min` and `max` in half precision.

use super::halves::halves;
use crate::flush;
use crate::format::{BFLOAT16, BINARY16};
use crate::isa::min_max::{Extremum, extremum_16, xorsign_abs_16};
use crate::mode::{Nans, Subnormals};

#[inline]
const fn bits(x: u16, subnormals: Subnormals) -> u16 {
    flush::half_precision_operand(BINARY16, x, subnormals)
}

halves! {
    /// `min{.ftz}{.NaN}.f16`: the smaller of `a` and `b`; -0 is less than +0.
    ///
    /// If one operand is a NaN, the result is the other operand, or 7fff with `.NaN`. If both are NaNs, the result is
    /// 7fff. `.ftz` flushes a subnormal operand to sign-preserving zero.
    ///
    /// Source: PTX ISA, half precision `min`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Nans::*, Subnormals::*, min_f16};
    /// assert_eq!(min_f16(0x3c00, 0x4000, Keep, Ignored), 0x3c00);
    /// assert_eq!(min_f16(0x7e00, 0x4000, Keep, Ignored), 0x4000);
    /// ```
    "min{.ftz}{.NaN}.f16": min_f16, min_f16x2(a, b; subnormals: Subnormals = Keep, nans: Nans = Ignored) =
        extremum_16(BINARY16, Extremum::Min, bits(a, subnormals), bits(b, subnormals), nans);

    /// `min{.NaN}.bf16`: the smaller of `a` and `b`; -0 is less than +0.
    ///
    /// If one operand is a NaN, the result is the other operand, or 7fff with `.NaN`. If both are NaNs, the result is
    /// 7fff.
    ///
    /// Source: PTX ISA, half precision `min`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Nans::*, min_bf16};
    /// assert_eq!(min_bf16(0x3f80, 0x4000, Ignored), 0x3f80);
    /// ```
    "min{.NaN}.bf16": min_bf16, min_bf16x2(a, b; nans: Nans = Ignored) =
        extremum_16(BFLOAT16, Extremum::Min, a, b, nans);

    /// `min{.ftz}{.NaN}.xorsign.abs.f16`: the smaller of the magnitudes, with the sign of the product.
    ///
    /// NaN operands and `.ftz` are treated as in [`min_f16`]. If one operand is a NaN, its sign
    /// still affects the sign of the result. The sign bit of a NaN result is clear.
    ///
    /// Source: PTX ISA, half precision `min`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Nans::*, Subnormals::*, min_xorsign_abs_f16};
    /// assert_eq!(min_xorsign_abs_f16(0x3c00, 0xc000, Keep, Ignored), 0xbc00);
    /// ```
    "min{.ftz}{.NaN}.xorsign.abs.f16": min_xorsign_abs_f16, min_xorsign_abs_f16x2(
        a, b; subnormals: Subnormals = Keep, nans: Nans = Ignored
    ) =
        xorsign_abs_16(BINARY16, Extremum::Min, bits(a, subnormals), bits(b, subnormals), nans);

    /// `min{.NaN}.xorsign.abs.bf16`: the smaller of the magnitudes, with the sign of the product.
    ///
    /// NaN operands are treated as in [`min_xorsign_abs_f16`].
    ///
    /// Source: PTX ISA, half precision `min`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Nans::*, min_xorsign_abs_bf16};
    /// assert_eq!(min_xorsign_abs_bf16(0x3f80, 0xc000, Ignored), 0xbf80);
    /// ```
    "min{.NaN}.xorsign.abs.bf16": min_xorsign_abs_bf16, min_xorsign_abs_bf16x2(a, b; nans: Nans = Ignored) =
        xorsign_abs_16(BFLOAT16, Extremum::Min, a, b, nans);

    /// `max{.ftz}{.NaN}.f16`: the larger of `a` and `b`; -0 is less than +0.
    ///
    /// If one operand is a NaN, the result is the other operand, or 7fff with `.NaN`. If both are NaNs, the result is
    /// 7fff. `.ftz` flushes a subnormal operand to sign-preserving zero.
    ///
    /// Source: PTX ISA, half precision `max`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Nans::*, Subnormals::*, max_f16};
    /// assert_eq!(max_f16(0x3c00, 0x4000, Keep, Ignored), 0x4000);
    /// assert_eq!(max_f16(0x7e00, 0x4000, Keep, Ignored), 0x4000);
    /// ```
    "max{.ftz}{.NaN}.f16": max_f16, max_f16x2(a, b; subnormals: Subnormals = Keep, nans: Nans = Ignored) =
        extremum_16(BINARY16, Extremum::Max, bits(a, subnormals), bits(b, subnormals), nans);

    /// `max{.NaN}.bf16`: the larger of `a` and `b`; -0 is less than +0.
    ///
    /// If one operand is a NaN, the result is the other operand, or 7fff with `.NaN`. If both are NaNs, the result is
    /// 7fff.
    ///
    /// Source: PTX ISA, half precision `max`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Nans::*, max_bf16};
    /// assert_eq!(max_bf16(0x3f80, 0x4000, Ignored), 0x4000);
    /// ```
    "max{.NaN}.bf16": max_bf16, max_bf16x2(a, b; nans: Nans = Ignored) =
        extremum_16(BFLOAT16, Extremum::Max, a, b, nans);

    /// `max{.ftz}{.NaN}.xorsign.abs.f16`: the larger of the magnitudes, with the sign of the product.
    ///
    /// NaN operands and `.ftz` are treated as in [`max_f16`]. If one operand is a NaN, its sign
    /// still affects the sign of the result. The sign bit of a NaN result is clear.
    ///
    /// Source: PTX ISA, half precision `max`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Nans::*, Subnormals::*, max_xorsign_abs_f16};
    /// assert_eq!(max_xorsign_abs_f16(0x3c00, 0xc000, Keep, Ignored), 0xc000);
    /// ```
    "max{.ftz}{.NaN}.xorsign.abs.f16": max_xorsign_abs_f16, max_xorsign_abs_f16x2(
        a, b; subnormals: Subnormals = Keep, nans: Nans = Ignored
    ) =
        xorsign_abs_16(BINARY16, Extremum::Max, bits(a, subnormals), bits(b, subnormals), nans);

    /// `max{.NaN}.xorsign.abs.bf16`: the larger of the magnitudes, with the sign of the product.
    ///
    /// NaN operands are treated as in [`max_xorsign_abs_f16`].
    ///
    /// Source: PTX ISA, half precision `max`. [Grade](crate#grades) \[D\].
    ///
    /// ```
    /// use ptx_core::{Nans::*, max_xorsign_abs_bf16};
    /// assert_eq!(max_xorsign_abs_bf16(0x3f80, 0xc000, Ignored), 0xc000);
    /// ```
    "max{.NaN}.xorsign.abs.bf16": max_xorsign_abs_bf16, max_xorsign_abs_bf16x2(a, b; nans: Nans = Ignored) =
        xorsign_abs_16(BFLOAT16, Extremum::Max, a, b, nans);
}
