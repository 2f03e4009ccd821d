//! `cvt` from `.e4m3x2`, `.e5m2x2`, `.e2m3x2`, `.e3m2x2` and `.e2m1x2` to packed half precision. Forms without a scale
//! are exact. Forms with a scale round.

use super::{ONES, halves};
use crate::format::{BFLOAT16, BINARY16};
use crate::mode::{Limit, Rectification};
use crate::narrow::{E2M1, E2M3, E3M2, E4M3, E5M2, UE8M0_ONE, up, value};

/// Splits a byte into its upper and its lower 4-bit code.
#[inline]
const fn nibbles(pair: u8) -> [u8; 2] {
    [pair >> 4, pair & 0xf]
}

macro_rules! up {
    ($(
        $word:literal $format:ident <- $codes:path, $t:ident, special $special:literal,
        $grade:literal $bf16x2_grade:literal $scaled_grade:literal,
        1.5 = $one_and_a_half:literal: $f16x2:ident $bf16x2:ident $scaled:ident;
    )*) => { $(
        #[doc = concat!("`cvt.rn{.relu}.f16x2.", $word, "`: converts the two numbers of `a`, exactly.")]
        ///
        #[doc = $special]
        /// `.relu` turns a negative number and -0 into +0.
        ///
        #[doc = concat!("Source: PTX ISA, `cvt`. [Grade](crate#grades) ", $grade, ".")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rectification::*, ", stringify!($f16x2), "};")]
        #[doc = concat!("assert_eq!(", stringify!($f16x2), "(", $one_and_a_half, ", Linear), 0x3e00);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $f16x2(a: $t, rectification: Rectification) -> u32 {
            let [high, low] = $codes(a);
            let high = up(BINARY16, value($format, high), UE8M0_ONE, rectification, Limit::Unlimited);
            let low = up(BINARY16, value($format, low), UE8M0_ONE, rectification, Limit::Unlimited);
            halves(high, low)
        }

        #[doc = concat!("`cvt.rn{.relu}{.satfinite}.bf16x2.", $word, "`: converts the two numbers of `a`, exactly.")]
        ///
        #[doc = $special]
        /// `.relu` turns a negative number and -0 into +0. `.satfinite` turns an infinity into the largest finite
        /// number with the same sign.
        ///
        #[doc = concat!("Source: PTX ISA, `cvt`. [Grade](crate#grades) ", $bf16x2_grade, ".")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::*, Rectification::*, ", stringify!($bf16x2), "};")]
        #[doc = concat!("assert_eq!(", stringify!($bf16x2), "(", $one_and_a_half, ", Linear, Unlimited), 0x3fc0);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $bf16x2(a: $t, rectification: Rectification, limit: Limit) -> u32 {
            $scaled(a, ONES, rectification, limit)
        }

        #[doc = concat!("`cvt.rn{.relu}{.satfinite}.scaled::n2::ue8m0.bf16x2.", $word, "`: multiplies the two numbers of `a` by powers of two, one in each byte of `scale`, and rounds the products.")]
        ///
        /// The upper byte of `scale` belongs to the upper number. A scale of ff gives 7fff.
        #[doc = $special]
        /// `.relu` turns a negative number and -0 into +0. With `.satfinite`, overflow and an infinity give the largest
        /// finite number with the same sign.
        ///
        #[doc = concat!("Source: PTX ISA, `cvt`. [Grade](crate#grades) ", $scaled_grade, ".")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::*, Rectification::*, ", stringify!($scaled), "};")]
        #[doc = concat!("assert_eq!(", stringify!($scaled), "(", $one_and_a_half, ", 0x7f80, Linear, Unlimited), 0x4040);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $scaled(
            a: $t,
            scale: u16,
            rectification: Rectification,
            limit: Limit,
        ) -> u32 {
            let ([high, low], [by_high, by_low]) = ($codes(a), scale.to_be_bytes());
            let high = up(BFLOAT16, value($format, high), by_high, rectification, limit);
            let low = up(BFLOAT16, value($format, low), by_low, rectification, limit);
            halves(high, low)
        }
    )* };
}

up! {
    "e4m3x2" E4M3 <- u16::to_be_bytes, u16, special "A NaN becomes 7fff.",
        "\\[H\\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100" "\\[H\\] on sm_100" "\\[H\\] on sm_100",
        1.5 = "0x3c": cvt_f16x2_e4m3x2 cvt_bf16x2_e4m3x2 cvt_scaled_bf16x2_e4m3x2;
    "e5m2x2" E5M2 <- u16::to_be_bytes, u16, special "A NaN becomes 7fff, and an infinity stays infinite.",
        "\\[H\\] on sm_90 (NVIDIA H100 80GB HBM3) and on sm_100" "\\[H\\] on sm_100" "\\[H\\] on sm_100",
        1.5 = "0x3e": cvt_f16x2_e5m2x2 cvt_bf16x2_e5m2x2 cvt_scaled_bf16x2_e5m2x2;
    "e2m3x2" E2M3 <- u16::to_be_bytes, u16, special "The high two bits of each byte are ignored.",
        "\\[D\\]; \\[M\\] that the other two bits do not count" "\\[D\\]; \\[M\\] that the other two bits do not count" "\\[M\\]",
        1.5 = "0xc": cvt_f16x2_e2m3x2 cvt_bf16x2_e2m3x2 cvt_scaled_bf16x2_e2m3x2;
    "e3m2x2" E3M2 <- u16::to_be_bytes, u16, special "The high two bits of each byte are ignored.",
        "\\[D\\]; \\[M\\] that the other two bits do not count" "\\[D\\]; \\[M\\] that the other two bits do not count" "\\[M\\]",
        1.5 = "0xe": cvt_f16x2_e3m2x2 cvt_bf16x2_e3m2x2 cvt_scaled_bf16x2_e3m2x2;
    "e2m1x2" E2M1 <- nibbles, u8, special "Every code is a number.",
        "\\[H\\] on sm_100" "\\[H\\] on sm_100" "\\[H\\] on sm_100",
        1.5 = "0x3": cvt_f16x2_e2m1x2 cvt_bf16x2_e2m1x2 cvt_scaled_bf16x2_e2m1x2;
}
