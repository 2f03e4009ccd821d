//! `cvt` from floats to integers. The number is rounded to an integer, which is then clamped to the range of the type.

use crate::flush::operand;
use crate::format::{BFLOAT16, BINARY16, BINARY32, BINARY64, Format, widen_single};
use crate::fpu::integer::{
    nearest, rounded_double, rounded_half, rounded_single, rounded_single_long,
};
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::round::double_to_short;

/// Rounds a float to an integer and clamps the integer. `$x` are the bits of the float. A NaN becomes `$of_nan`. The
/// code does not use `as` from float to integer, since compilers do not vectorise it.
macro_rules! convert {
    ($format:ident $bits:ident, $x:expr, $nan:expr, $r:expr, $rounded:ident, $t:ident, $of_nan:expr) => {{
        const SIGNED: bool = $t::MIN != 0;
        // The bits of `$t::MAX`, rounded to the float format. Every number greater than or equal to this float is
        // converted to `$t::MAX`.
        const GREATEST: $bits = bits($format, $t::MAX as f64) as $bits;
        // For a signed `$t`, the bits of `-$t::MIN` as a float. Every negative number with a magnitude greater than or
        // equal to this float is converted to `$t::MIN`.
        const LEAST: $bits = bits($format, -($t::MIN as f64)) as $bits;
        let x: $bits = $x;
        let (minus, size) = (x & $format.sign as $bits != 0, x & $format.nan as $bits);
        // `sign` is a mask: all ones if the result is negative, otherwise 0. Compilers would turn a selection by the
        // sign into a branch.
        let sign = if SIGNED { x.cast_signed() >> ($bits::BITS - 1) } else { 0 };
        let magnitude = $rounded(x, $r, SIGNED) as $t;
        let integer = (magnitude ^ sign as $t).wrapping_sub(sign as $t);
        let most = if !SIGNED && minus { 0 } else { $t::MAX ^ sign as $t };
        let clamped = if $nan { $of_nan as $t } else { most };
        let apart = LEAST.wrapping_sub(GREATEST) & sign.cast_unsigned();
        let beyond = GREATEST.wrapping_add(apart);
        if size < beyond { integer } else { clamped }
    }};
}

/// Rounds `x` to the nearest number of a format and returns the bits of this number.
#[inline(always)]
const fn bits(f: Format, x: f64) -> u64 {
    match f.bias == BINARY64.bias {
        true => x.to_bits(),
        false => double_to_short(f, x, Rounding::Rn, Subnormals::Keep),
    }
}

/// Converts a binary32 to an integer, like [`convert`].
macro_rules! single {
    ($a:expr, $r:expr, $t:ident) => {{
        let a: f32 = $a;
        if $t::BITS > 32 {
            convert!(BINARY32 u32, a.to_bits(), a.is_nan(), $r, rounded_single_long, $t, of_nan($t::BITS))
        } else if matches!($r, Rounding::Rn) {
            let integer = nearest(a as f64, $t::MIN as f64, $t::MAX as f64);
            if a.is_nan() { 0 } else { integer as $t }
        } else {
            convert!(BINARY32 u32, a.to_bits(), a.is_nan(), $r, rounded_single, $t, of_nan($t::BITS))
        }
    }};
}

/// Converts a binary64 to an integer, like [`convert`].
macro_rules! double {
    ($a:expr, $r:expr, $t:ident) => {{
        let a: f64 = $a;
        let of_nan = 1_u64 << ($t::BITS - 1);
        if $t::BITS <= 32 && matches!($r, Rounding::Rn) {
            let integer = nearest(a, $t::MIN as f64, $t::MAX as f64);
            if a.is_nan() { of_nan as $t } else { integer as $t }
        } else {
            convert!(BINARY64 u64, a.to_bits(), a.is_nan(), $r, rounded_double, $t, of_nan)
        }
    }};
}

/// Converts a NaN of a format shorter than `.f64` to an integer of `bits` bits, and returns the integer.
#[inline]
const fn of_nan(bits: u32) -> u64 {
    if bits == 64 { 1 << 63 } else { 0 }
}

macro_rules! to_integer {
    ($($word:literal $t:ident $nan:literal $double_nan:literal: $f32:ident $f64:ident $f16:ident $bf16:ident;)*) => { $(
        #[doc = concat!("`cvt.{rni,rzi,rmi,rpi}{.ftz}{.sat}.", $word, ".f32`: `a` rounded to an integer and clamped to the range of the type.")]
        ///
        #[doc = concat!("A NaN gives ", $nan, ". `.ftz` flushes a subnormal number to zero. `.sat` has no effect.")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
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
            single!(operand(a, subnormals), rounding, $t)
        }

        #[doc = concat!("`cvt.{rni,rzi,rmi,rpi}{.sat}.", $word, ".f64`: `a` rounded to an integer and clamped to the range of the type.")]
        ///
        #[doc = concat!("A NaN gives ", $double_nan, ". `.sat` has no effect.")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
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
            double!(a, rounding, $t)
        }

        #[doc = concat!("`cvt.{rni,rzi,rmi,rpi}{.sat}.", $word, ".f16`: `a` rounded to an integer and clamped to the range of the type.")]
        ///
        #[doc = concat!("A NaN gives ", $nan, ". `.sat` has no effect.")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
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
            convert!(BINARY16 u16, a, BINARY16.is_nan(a as u64), rounding, rounded_half, $t, of_nan($t::BITS))
        }

        #[doc = concat!("`cvt.{rni,rzi,rmi,rpi}.", $word, ".bf16`: `a` rounded to an integer and clamped to the range of the type.")]
        ///
        #[doc = concat!("A NaN gives ", $nan, ".")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
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
            single!(widen_single(BFLOAT16, a), rounding, $t)
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
