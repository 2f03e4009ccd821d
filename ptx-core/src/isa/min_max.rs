//! `min` and `max`.

use crate::flush::operand;
use crate::format::{BINARY32, BINARY64, Format};
use crate::mode::{Nans, Signs, Subnormals};

/// Whether an instruction returns the smaller or the larger of two numbers.
#[derive(Clone, Copy)]
pub(super) enum Extremum {
    Min,
    Max,
}

/// Defines a function that returns the minimum or maximum of two numbers of any format whose bits fit `$bits`. Negative
/// zero is below positive zero. If one operand is a NaN, the result is the other operand, or the canonical NaN with
/// `.NaN`. Two NaNs give the canonical NaN. The comparison uses integers of the same width, so that vectorised loops
/// use one lane for each number.
macro_rules! extremum {
    ($extremum:ident: $bits:ident $signed:ident) => {
        #[inline(always)]
        pub(super) const fn $extremum(
            f: Format,
            which: Extremum,
            a: $bits,
            b: $bits,
            nans: Nans,
        ) -> $bits {
            let (nan, infinity) = (f.nan as $bits, f.infinity as $bits);
            let (a_nan, b_nan) = (a & nan > infinity, b & nan > infinity);
            let (x, y) = (a.cast_signed(), b.cast_signed());
            // Inverts the order of negative numbers, since the bits of a negative float increase when the number
            // decreases.
            let x = x ^ (x >> ($bits::BITS - 1) & $signed::MAX);
            let y = y ^ (y >> ($bits::BITS - 1) & $signed::MAX);
            let a_wanted = match which {
                Extremum::Min => x < y,
                Extremum::Max => x >= y,
            };
            let number = if b_nan | (a_wanted & !a_nan) { a } else { b };
            let is_nan = match nans {
                Nans::Propagated => a_nan | b_nan,
                Nans::Ignored => a_nan & b_nan,
            };
            if is_nan { nan } else { number }
        }
    };
}

extremum!(extremum_16: u16 i16);
extremum!(extremum_32: u32 i32);
extremum!(extremum_64: u64 i64);

/// Defines a function for `.xorsign.abs`: the minimum or maximum of two magnitudes, with the sign of the product of the
/// operands.
macro_rules! xorsign_abs {
    ($xorsign_abs:ident: $extremum:ident $bits:ident) => {
        #[inline(always)]
        pub(super) const fn $xorsign_abs(
            f: Format,
            which: Extremum,
            a: $bits,
            b: $bits,
            nans: Nans,
        ) -> $bits {
            let (nan, sign) = (f.nan as $bits, f.sign as $bits);
            let magnitude = $extremum(f, which, a & nan, b & nan, nans);
            let sign = if magnitude > f.infinity as $bits { 0 } else { (a ^ b) & sign };
            magnitude | sign
        }
    };
}

xorsign_abs!(xorsign_abs_16: extremum_16 u16);
xorsign_abs!(xorsign_abs_32: extremum_32 u32);

#[inline]
const fn bits(x: f32, subnormals: Subnormals) -> u32 {
    operand(x, subnormals).to_bits()
}

macro_rules! extrema {
    ($($word:literal, $wanted:literal, $which:ident: $two:ident $xorsign:ident $three:ident $double:ident,
        $one_two:literal $hundred:literal;)*) => { $(
        #[doc = concat!("`", $word, "{.ftz}{.NaN}.f32`: the ", $wanted, " of `a` and `b`; -0 is less than +0.")]
        ///
        /// If one operand is a NaN, the result is the other operand, or 7fffffff with `.NaN`. If both are NaNs, the
        /// result is 7fffffff. `.ftz` flushes a subnormal operand to sign-preserving zero.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`. [Grade](crate#grades) \\[D\\].")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Nans::*, Subnormals::*, ", stringify!($two), "};")]
        #[doc = concat!("assert_eq!(", stringify!($two), "(1.0, 2.0, Keep, Ignored), ", $one_two, ");")]
        #[doc = concat!("assert_eq!(", stringify!($two), "(f32::NAN, 2.0, Keep, Ignored), 2.0);")]
        #[doc = concat!("assert!(", stringify!($two), "(f32::NAN, 2.0, Keep, Propagated).is_nan());")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $two(a: f32, b: f32, subnormals: Subnormals, nans: Nans) -> f32 {
            let (a, b) = (bits(a, subnormals), bits(b, subnormals));
            f32::from_bits(extremum_32(BINARY32, Extremum::$which, a, b, nans))
        }

        #[doc = concat!("`", $word, "{.ftz}{.NaN}.xorsign.abs.f32`: the ", $wanted, " of the magnitudes, with the sign of the product.")]
        ///
        #[doc = concat!("NaN operands and `.ftz` are treated as in [`", stringify!($two), "`]. If one operand is a NaN, its sign still affects the sign of the result. The sign bit of a NaN result is clear.")]
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`. [Grade](crate#grades) \\[D\\].")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Nans::*, Subnormals::*, ", stringify!($xorsign), "};")]
        #[doc = concat!("assert_eq!(", stringify!($xorsign), "(1.0, -2.0, Keep, Ignored), -", $one_two, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $xorsign(a: f32, b: f32, subnormals: Subnormals, nans: Nans) -> f32 {
            let (a, b) = (bits(a, subnormals), bits(b, subnormals));
            f32::from_bits(xorsign_abs_32(BINARY32, Extremum::$which, a, b, nans))
        }

        #[doc = concat!("`", $word, "{.ftz}{.NaN}{.abs}.f32`: the ", $wanted, " of `a`, `b` and `c`, or with `.abs` of their magnitudes.")]
        ///
        #[doc = concat!("NaN operands and `.ftz` are treated as in [`", stringify!($two), "`].")]
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`. [Grade](crate#grades) \\[D\\].")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Nans::*, Signs::*, Subnormals::*, ", stringify!($three), "};")]
        #[doc = concat!("assert_eq!(", stringify!($three), "(1.0, f32::NAN, -100.0, Keep, Ignored, Abs), ", $hundred, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $three(a: f32, b: f32, c: f32, subnormals: Subnormals, nans: Nans, signs: Signs) -> f32 {
            let mask = match signs {
                Signs::Signed => !0,
                Signs::Abs => BINARY32.nan as u32,
            };
            let (a, b, c) = (bits(a, subnormals) & mask, bits(b, subnormals) & mask, bits(c, subnormals) & mask);
            let first = extremum_32(BINARY32, Extremum::$which, a, b, nans);
            f32::from_bits(extremum_32(BINARY32, Extremum::$which, first, c, nans))
        }

        #[doc = concat!("`", $word, ".f64`: the ", $wanted, " of `a` and `b`; -0 is less than +0.")]
        ///
        /// If one operand is a NaN, the result is the other operand; if both are NaNs, the result is `b`, quieted.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas. [Grade](crate#grades) \\[D\\]; for two NaN \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[S\\] elsewhere.")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($double), ";")]
        #[doc = concat!("assert_eq!(", stringify!($double), "(1.0, 2.0), ", $one_two, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $double(a: f64, b: f64) -> f64 {
            let (a, b) = (a.to_bits(), b.to_bits());
            let number = extremum_64(BINARY64, Extremum::$which, a, b, Nans::Ignored);
            let both = BINARY64.is_nan(a) & BINARY64.is_nan(b);
            f64::from_bits(if both { b | BINARY64.quiet } else { number })
        }
    )* };
}

extrema! {
    "min", "smaller", Min: min_f32 min_xorsign_abs_f32 min3_f32 min_f64, "1.0" "1.0";
    "max", "larger", Max: max_f32 max_xorsign_abs_f32 max3_f32 max_f64, "2.0" "100.0";
}
