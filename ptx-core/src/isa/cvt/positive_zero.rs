//! `cvt` with `.pzo`: a result of -0 becomes +0.
//!
//! The functions of this file convert to f16, bf16 and tf32. The functions for narrower formats have a parameter for
//! `.pzo`.

use super::{
    cvt_frnd2_bf16_f32, cvt_frnd2_bf16x2_f32, cvt_frnd2_f16_f32, cvt_frnd2_f16x2_f32,
    cvt_frnd2_tf32_f32, cvt_rna_tf32_f32,
};
use crate::mode::{Limit, Rectification, Rounding};

/// The bits of -0 in `.f16` and `.bf16`.
const NEGATIVE_ZERO: u16 = 1 << 15;

#[inline]
const fn half(x: u16) -> u16 {
    if x == NEGATIVE_ZERO { 0 } else { x }
}

#[inline]
const fn pair(x: u32) -> u32 {
    (half((x >> 16) as u16) as u32) << 16 | half(x as u16) as u32
}

#[inline]
const fn single(x: u32) -> u32 {
    if x == (NEGATIVE_ZERO as u32) << 16 { 0 } else { x }
}

macro_rules! positive_zero {
    ($(
        $form:literal $name:ident($($x:ident: $X:ident),+) -> $t:ident = $zero:ident of $without:ident,
        -0.0 $(and $second:literal)?: $modes:literal;
    )*) => { $(
        #[doc = concat!("`", $form, "`: [`", stringify!($without), "`], but a result of -0 becomes +0.")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\] for +0; other results have the grade of the form without `.pzo`.
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::*, Rectification::*, Rounding::*, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(-0.0, ", $($second, ", ",)? $modes, "), 0);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name($($x: $X),+) -> $t {
            $zero($without($($x),+))
        }
    )* };
}

positive_zero! {
    "cvt.{rn,rz}{.relu}{.satfinite}.pzo.f16.f32"
        cvt_pzo_f16_f32(a: f32, rounding: Rounding, rectification: Rectification, limit: Limit) -> u16 = half of cvt_frnd2_f16_f32,
        -0.0: "Rn, Linear, Unlimited";
    "cvt.{rn,rz}{.relu}{.satfinite}.pzo.f16x2.f32"
        cvt_pzo_f16x2_f32(a: f32, b: f32, rounding: Rounding, rectification: Rectification, limit: Limit) -> u32 = pair of cvt_frnd2_f16x2_f32,
        -0.0 and "-0.0": "Rn, Linear, Unlimited";
    "cvt.{rn,rz}{.relu}{.satfinite}.pzo.bf16.f32"
        cvt_pzo_bf16_f32(a: f32, rounding: Rounding, rectification: Rectification, limit: Limit) -> u16 = half of cvt_frnd2_bf16_f32,
        -0.0: "Rn, Linear, Unlimited";
    "cvt.{rn,rz}{.relu}{.satfinite}.pzo.bf16x2.f32"
        cvt_pzo_bf16x2_f32(a: f32, b: f32, rounding: Rounding, rectification: Rectification, limit: Limit) -> u32 = pair of cvt_frnd2_bf16x2_f32,
        -0.0 and "-0.0": "Rn, Linear, Unlimited";
    "cvt.{rn,rz}{.satfinite}{.relu}.pzo.tf32.f32"
        cvt_pzo_tf32_f32(a: f32, rounding: Rounding, limit: Limit, rectification: Rectification) -> u32 = single of cvt_frnd2_tf32_f32,
        -0.0: "Rn, Unlimited, Linear";
    "cvt.rna{.satfinite}.pzo.tf32.f32"
        cvt_rna_pzo_tf32_f32(a: f32, limit: Limit) -> u32 = single of cvt_rna_tf32_f32,
        -0.0: "Unlimited";
}
