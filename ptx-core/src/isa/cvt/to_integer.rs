//! `cvt` from floats to integers: rounded, then clamped.

use crate::flush::operand;
use crate::format::{BFLOAT16, BINARY16, BINARY32, BINARY64, widen_single};
use crate::fpu::integer::{clamped, clamped_long};
use crate::mode::{Rounding, Saturation, Subnormals};

/// Rounds the number of some bits, which is `$a`, to an integer and clamps it; `$nan` is what a NaN becomes.
/// Not with `as`, of which compilers make no vectors.
macro_rules! convert {
    ($format:ident $bits:expr, $a:expr, $rounding:expr, $t:ident, $nan:expr) => {{
        let (bits, a) = ($bits, $a);
        let integer = if $t::BITS <= 32 {
            clamped(a as f64, $rounding, $t::MIN as f64, $t::MAX as f64)
        } else {
            clamped_long($format, bits as u64, $rounding, $t::MIN != 0)
        };
        if a.is_nan() { $nan as $t } else { integer as $t }
    }};
}

/// What a NaN of a format shorter than `.f64` becomes.
#[inline]
const fn of_nan(bits: u32) -> u64 {
    if bits == 64 { 1 << 63 } else { 0 }
}

macro_rules! to_integer {
    ($($word:literal $t:ident $nan:literal $double_nan:literal: $f32:ident $f64:ident $f16:ident $bf16:ident;)*) => { $(
        #[doc = concat!("`cvt.{rni,rzi,rmi,rpi}{.ftz}{.sat}.", $word, ".f32`: `a` rounded to an integer and clamped to the range of the type.")]
        ///
        #[doc = concat!("A NaN gives ", $nan, ". `.ftz` takes a subnormal number as zero. `.sat` changes nothing.")]
        ///
        /// Source: PTX ISA, `cvt`. Grade \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, ", stringify!($f32), "};")]
        #[doc = concat!("assert_eq!(", stringify!($f32), "(2.5, Rn, Keep, Off), 2);")]
        #[doc = concat!("assert_eq!(", stringify!($f32), "(2.5, Rp, Keep, Off), 3);")]
        #[doc = concat!("assert_eq!(", stringify!($f32), "(1e30, Rz, Keep, Off), ", stringify!($t), "::MAX);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $f32(a: f32, rounding: Rounding, subnormals: Subnormals, _saturation: Saturation) -> $t {
            let a = operand(a, subnormals);
            convert!(BINARY32 a.to_bits(), a, rounding, $t, of_nan($t::BITS))
        }

        #[doc = concat!("`cvt.{rni,rzi,rmi,rpi}{.sat}.", $word, ".f64`: `a` rounded to an integer and clamped to the range of the type.")]
        ///
        #[doc = concat!("A NaN gives ", $double_nan, ". `.sat` changes nothing.")]
        ///
        /// Source: PTX ISA, `cvt`. Grade \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, ", stringify!($f64), "};")]
        #[doc = concat!("assert_eq!(", stringify!($f64), "(2.5, Rn, Off), 2);")]
        #[doc = concat!("assert_eq!(", stringify!($f64), "(2.5, Rp, Off), 3);")]
        #[doc = concat!("assert_eq!(", stringify!($f64), "(1e30, Rz, Off), ", stringify!($t), "::MAX);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $f64(a: f64, rounding: Rounding, _saturation: Saturation) -> $t {
            convert!(BINARY64 a.to_bits(), a, rounding, $t, 1_u64 << ($t::BITS - 1))
        }

        #[doc = concat!("`cvt.{rni,rzi,rmi,rpi}{.sat}.", $word, ".f16`: `a` rounded to an integer and clamped to the range of the type.")]
        ///
        #[doc = concat!("A NaN gives ", $nan, ". `.sat` changes nothing.")]
        ///
        /// Source: PTX ISA, `cvt`. Grade \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, ", stringify!($f16), "};")]
        #[doc = concat!("assert_eq!(", stringify!($f16), "(0x4100, Rn, Off), 2);")]
        #[doc = concat!("assert_eq!(", stringify!($f16), "(0x4100, Rp, Off), 3);")]
        #[doc = concat!("assert_eq!(", stringify!($f16), "(0x7c00, Rz, Off), ", stringify!($t), "::MAX);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $f16(a: u16, rounding: Rounding, _saturation: Saturation) -> $t {
            convert!(BINARY16 a, widen_single(BINARY16, a), rounding, $t, of_nan($t::BITS))
        }

        #[doc = concat!("`cvt.{rni,rzi,rmi,rpi}.", $word, ".bf16`: `a` rounded to an integer and clamped to the range of the type.")]
        ///
        #[doc = concat!("A NaN gives ", $nan, ".")]
        ///
        /// Source: PTX ISA, `cvt`. Grade \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, ", stringify!($bf16), "};")]
        #[doc = concat!("assert_eq!(", stringify!($bf16), "(0x4020, Rn), 2);")]
        #[doc = concat!("assert_eq!(", stringify!($bf16), "(0x4020, Rp), 3);")]
        #[doc = concat!("assert_eq!(", stringify!($bf16), "(0x7f80, Rz), ", stringify!($t), "::MAX);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $bf16(a: u16, rounding: Rounding) -> $t {
            convert!(BFLOAT16 a, widen_single(BFLOAT16, a), rounding, $t, of_nan($t::BITS))
        }
    )* };
}

to_integer! {
    "u8" u8 "0" "80": cvt_u8_f32 cvt_u8_f64 cvt_u8_f16 cvt_u8_bf16;
    "s8" i8 "0" "80": cvt_s8_f32 cvt_s8_f64 cvt_s8_f16 cvt_s8_bf16;
    "u16" u16 "0" "8000": cvt_u16_f32 cvt_u16_f64 cvt_u16_f16 cvt_u16_bf16;
    "s16" i16 "0" "8000": cvt_s16_f32 cvt_s16_f64 cvt_s16_f16 cvt_s16_bf16;
    "u32" u32 "0" "80000000": cvt_u32_f32 cvt_u32_f64 cvt_u32_f16 cvt_u32_bf16;
    "s32" i32 "0" "80000000": cvt_s32_f32 cvt_s32_f64 cvt_s32_f16 cvt_s32_bf16;
    "u64" u64 "8000000000000000" "8000000000000000": cvt_u64_f32 cvt_u64_f64 cvt_u64_f16 cvt_u64_bf16;
    "s64" i64 "8000000000000000" "8000000000000000": cvt_s64_f32 cvt_s64_f64 cvt_s64_f16 cvt_s64_bf16;
}
