//! `cvt` to narrow formats with `.scaled::n1::ue8m0` (PTX ISA 9.4, sm_107): one scale divides both numbers.

use super::bytes;
use super::down::nibbles;
use crate::flush::widened_factor;
use crate::format::{BFLOAT16, BINARY16, Format};
use crate::mode::{Limit, NegativeZero, Rectification, Rounding, Subnormals};
use crate::narrow::{Discarded, E2M1, E2M3, E3M2, E4M3, E5M2, down_scaled, ue5m3_scaled};

/// Converts both halves of a pair to binary32. A subnormal half is flushed to zero, keeping its sign.
#[inline]
const fn flushed_singles(format: Format, pair: u32) -> [f32; 2] {
    let flush = Subnormals::Flush;
    [widened_factor(format, (pair >> 16) as u16, flush), widened_factor(format, pair as u16, flush)]
}

macro_rules! scaled {
    ($(
        $word:literal $format:ident -> $pair:ident $t:ident, NaN $nan:literal,
        1.5 = $one_and_a_half:literal: $f32:ident $f16x2:ident $bf16x2:ident;
    )*) => { $(
        #[doc = concat!("`cvt.{rn,rz}.satfinite{.relu}{.pzo}.scaled::n1::ue8m0.", $word, ".f32`: divides `a` and `b` by the power of two that the code `scale` encodes, and rounds each quotient once. `a` is in the upper half of the result, `b` in the lower half.")]
        ///
        /// A subnormal operand is flushed to zero first, keeping its sign. On overflow, and for an infinity, the result
        /// is the largest finite number with the same sign. `.relu` turns a negative number and -0 into +0; `.pzo` turns
        /// a result of -0 into +0.
        #[doc = concat!("A NaN, or a scale of ff, gives ", $nan, ".")]
        ///
        /// Source: PTX ISA, `cvt`; the sign of a flushed operand: NVIDIA/cudnn-frontend, tests of
        /// `fp32_to_fp8_pack_scaled`. [Grade](crate#grades) \[M\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{NegativeZero::*, Rectification::*, Rounding::*, ", stringify!($f32), "};")]
        /// // A scale of 0x80 is 2.
        #[doc = concat!("assert_eq!(", stringify!($f32), "(0.0, 3.0, 0x80, Rn, Linear, Unchanged), ", $one_and_a_half, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $f32(
            a: f32,
            b: f32,
            scale: u8,
            rounding: Rounding,
            rectification: Rectification,
            negative_zero: NegativeZero,
        ) -> $t {
            let how = Discarded::Round(rounding);
            let high = down_scaled($format, a, scale, how, rectification, negative_zero);
            let low = down_scaled($format, b, scale, how, rectification, negative_zero);
            $pair(high, low)
        }

        scaled! { @half $word $t $f32, "f16x2" "0x4200": $f16x2 = BINARY16, $one_and_a_half }
        scaled! { @half $word $t $f32, "bf16x2" "0x4040": $bf16x2 = BFLOAT16, $one_and_a_half }
    )* };
    (@half $word:literal $t:ident $f32:ident, $source:literal $operand:literal: $name:ident = $source_format:ident,
        $one_and_a_half:literal
    ) => {
        #[doc = concat!("`cvt.{rn,rz}.satfinite{.relu}{.pzo}.scaled::n1::ue8m0.", $word, ".", $source, "`: [`", stringify!($f32), "`] of the two halves of `a`. A subnormal half is flushed to zero first.")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{NegativeZero::*, Rectification::*, Rounding::*, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(", $operand, ", 0x80, Rn, Linear, Unchanged), ", $one_and_a_half, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(
            a: u32,
            scale: u8,
            rounding: Rounding,
            rectification: Rectification,
            negative_zero: NegativeZero,
        ) -> $t {
            let [high, low] = flushed_singles($source_format, a);
            $f32(high, low, scale, rounding, rectification, negative_zero)
        }
    };
}

scaled! {
    "e4m3x2" E4M3 -> bytes u16, NaN "7f",
        1.5 = "0x3c": cvt_scaled_e4m3x2_f32 cvt_scaled_e4m3x2_f16x2 cvt_scaled_e4m3x2_bf16x2;
    "e5m2x2" E5M2 -> bytes u16, NaN "7f",
        1.5 = "0x3e": cvt_scaled_e5m2x2_f32 cvt_scaled_e5m2x2_f16x2 cvt_scaled_e5m2x2_bf16x2;
    "e2m3x2" E2M3 -> bytes u16, NaN "1f, the largest number",
        1.5 = "0xc": cvt_scaled_e2m3x2_f32 cvt_scaled_e2m3x2_f16x2 cvt_scaled_e2m3x2_bf16x2;
    "e3m2x2" E3M2 -> bytes u16, NaN "1f, the largest number",
        1.5 = "0xe": cvt_scaled_e3m2x2_f32 cvt_scaled_e3m2x2_f16x2 cvt_scaled_e3m2x2_bf16x2;
    "e2m1x2" E2M1 -> nibbles u8, NaN "7, the largest number",
        1.5 = "0x3": cvt_scaled_e2m1x2_f32 cvt_scaled_e2m1x2_f16x2 cvt_scaled_e2m1x2_bf16x2;
}

/// `cvt.{rn,rz}{.satfinite}.scaled::n1::ue8m0.ue5m3x2.f32`: divides the magnitudes of `a` and `b` by the power of two
/// that the code `scale` encodes, and rounds each quotient once.
///
/// The rounding is the rounding of [`cvt_ue5m3x2_f32`](crate::cvt_ue5m3x2_f32). A subnormal operand is flushed to zero
/// first. A NaN, or a scale of ff, gives ff.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::{Limit::*, Rounding::*, cvt_scaled_ue5m3x2_f32};
/// // A scale of 0x80 is 2.
/// assert_eq!(cvt_scaled_ue5m3x2_f32(3.0, -2.0, 0x80, Rn, Unlimited), 0x7c78);
/// ```
#[inline]
#[must_use]
pub const fn cvt_scaled_ue5m3x2_f32(
    a: f32,
    b: f32,
    scale: u8,
    rounding: Rounding,
    limit: Limit,
) -> u16 {
    bytes(ue5m3_scaled(a, scale, rounding, limit), ue5m3_scaled(b, scale, rounding, limit))
}

macro_rules! ue5m3_of_halves {
    ($($source:literal $operand:literal: $name:ident = $format:ident;)*) => { $(
        #[doc = concat!("`cvt.{rn,rz}{.satfinite}.scaled::n1::ue8m0.ue5m3x2.", $source, "`: [`cvt_scaled_ue5m3x2_f32`] of the two halves of `a`. A subnormal half is flushed to zero first.")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::*, Rounding::*, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(", $operand, ", 0x80, Rn, Unlimited), 0x7c78);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(a: u32, scale: u8, rounding: Rounding, limit: Limit) -> u16 {
            let [high, low] = flushed_singles($format, a);
            cvt_scaled_ue5m3x2_f32(high, low, scale, rounding, limit)
        }
    )* };
}

ue5m3_of_halves! {
    "f16x2" "0x4200_c000": cvt_scaled_ue5m3x2_f16x2 = BINARY16;
    "bf16x2" "0x4040_c000": cvt_scaled_ue5m3x2_bf16x2 = BFLOAT16;
}
