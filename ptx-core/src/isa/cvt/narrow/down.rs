//! `cvt` to `.e4m3x2`, `.e5m2x2`, `.e2m3x2`, `.e3m2x2` and `.e2m1x2`, correctly rounded. All these forms have
//! `.satfinite`.

use super::{bytes, singles};
use crate::format::{BFLOAT16, BINARY16};
use crate::mode::{NegativeZero, Rectification, Rounding};
use crate::narrow::{Discarded, E2M1, E2M3, E3M2, E4M3, E5M2, down};

/// Packs two 4-bit codes into a byte.
#[inline]
pub(super) const fn nibbles(high: u8, low: u8) -> u8 {
    high << 4 | low
}

macro_rules! down {
    ($(
        $word:literal $format:ident -> $pair:ident $t:ident, NaN $nan:literal,
        $grade:literal $f16x2_grade:literal $bf16x2_grade:literal,
        1.5 = $one_and_a_half:literal: $f32:ident $f16x2:ident $bf16x2:ident;
    )*) => { $(
        #[doc = concat!("`cvt.{rn,rz}.satfinite{.relu}{.pzo}.", $word, ".f32`: `a` and `b`, correctly rounded. `a` is in the upper half of the result, `b` in the lower half.")]
        ///
        /// On overflow, and for an infinity, the result is the largest finite number with the same sign. Subnormal
        /// operands and results are kept. `.relu` turns a negative number and -0 into +0; `.pzo` turns a result of -0
        /// into +0.
        #[doc = concat!("A NaN becomes ", $nan, ".")]
        ///
        #[doc = concat!("Source: PTX ISA, `cvt`. [Grade](crate#grades) ", $grade, ".")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{NegativeZero::*, Rectification::*, Rounding::*, ", stringify!($f32), "};")]
        #[doc = concat!("assert_eq!(", stringify!($f32), "(0.0, 1.5, Rn, Linear, Unchanged), ", $one_and_a_half, ");")]
        #[doc = concat!("assert_eq!(", stringify!($f32), "(-1.5, 1.5, Rn, Relu, Unchanged), ", $one_and_a_half, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $f32(
            a: f32,
            b: f32,
            rounding: Rounding,
            rectification: Rectification,
            negative_zero: NegativeZero,
        ) -> $t {
            let how = Discarded::Round(rounding);
            let high = down($format, a, how, rectification, negative_zero);
            let low = down($format, b, how, rectification, negative_zero);
            $pair(high, low)
        }

        down! { @half $word $pair $t $f32, "f16x2" "0x3e00": $f16x2 = BINARY16, $one_and_a_half, $f16x2_grade }
        down! { @half $word $pair $t $f32, "bf16x2" "0x3fc0": $bf16x2 = BFLOAT16, $one_and_a_half, $bf16x2_grade }
    )* };
    (@half $word:literal $pair:ident $t:ident $f32:ident, $source:literal $operand:literal: $name:ident = $source_format:ident,
        $one_and_a_half:literal, $grade:literal
    ) => {
        #[doc = concat!("`cvt.{rn,rz}.satfinite{.relu}{.pzo}.", $word, ".", $source, "`: [`", stringify!($f32), "`] of the two halves of `a`.")]
        ///
        #[doc = concat!("Source: PTX ISA, `cvt`. [Grade](crate#grades) ", $grade, ".")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{NegativeZero::*, Rectification::*, Rounding::*, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(", $operand, ", Rn, Linear, Unchanged), ", $one_and_a_half, ");")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: u32,
            rounding: Rounding,
            rectification: Rectification,
            negative_zero: NegativeZero,
        ) -> $t {
            let [high, low] = singles($source_format, a);
            $f32(high, low, rounding, rectification, negative_zero)
        }
    };
}

down! {
    "e4m3x2" E4M3 -> bytes u16, NaN "7f",
        "\\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), on sm_100 and on sm_120; \\[D\\] for `.rz` and `.pzo`"
        "\\[H\\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100; \\[D\\] for `.rz` and `.pzo`"
        "\\[H\\] on sm_100; \\[D\\] for `.rz` and `.pzo`",
        1.5 = "0x3c": cvt_e4m3x2_f32 cvt_e4m3x2_f16x2 cvt_e4m3x2_bf16x2;
    "e5m2x2" E5M2 -> bytes u16, NaN "7f",
        "\\[H\\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100; \\[D\\] for `.rz` and `.pzo`"
        "\\[H\\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100; \\[D\\] for `.rz` and `.pzo`"
        "\\[H\\] on sm_100; \\[D\\] for `.rz` and `.pzo`",
        1.5 = "0x3e": cvt_e5m2x2_f32 cvt_e5m2x2_f16x2 cvt_e5m2x2_bf16x2;
    "e2m3x2" E2M3 -> bytes u16, NaN "1f, the greatest number",
        "\\[D\\]"
        "\\[D\\]"
        "\\[D\\]",
        1.5 = "0xc": cvt_e2m3x2_f32 cvt_e2m3x2_f16x2 cvt_e2m3x2_bf16x2;
    "e3m2x2" E3M2 -> bytes u16, NaN "1f, the greatest number",
        "\\[D\\]"
        "\\[D\\]"
        "\\[D\\]",
        1.5 = "0xe": cvt_e3m2x2_f32 cvt_e3m2x2_f16x2 cvt_e3m2x2_bf16x2;
    "e2m1x2" E2M1 -> nibbles u8, NaN "7, the greatest number",
        "\\[H\\] on sm_100; \\[D\\] for `.rz` and `.pzo`"
        "\\[H\\] on sm_100; \\[D\\] for `.rz` and `.pzo`"
        "\\[H\\] on sm_100; \\[D\\] for `.rz` and `.pzo`",
        1.5 = "0x3": cvt_e2m1x2_f32 cvt_e2m1x2_f16x2 cvt_e2m1x2_bf16x2;
}
