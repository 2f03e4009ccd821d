//! `min` and `max`.

use crate::flush::operand;
use crate::format::{BINARY32, BINARY64, Format};
use crate::mode::{Nans, Signs, Subnormals};

/// Which of two numbers is wanted.
#[derive(Clone, Copy)]
pub(super) enum Extremum {
    Min,
    Max,
}

/// The lesser or the greater of two numbers of a format, -0 below +0; one NaN is ignored unless
/// `.NaN`, two give the canonical one.
#[inline(always)]
pub(super) const fn extremum(f: Format, which: Extremum, a: u64, b: u64, nans: Nans) -> u64 {
    let (a_nan, b_nan) = (f.is_nan(a), f.is_nan(b));
    let propagated = matches!(nans, Nans::Propagated) & (a_nan | b_nan);
    if propagated | (a_nan & b_nan) {
        return f.nan;
    }
    let a_less = order(f, a) < order(f, b);
    let a_wanted = match which {
        Extremum::Min => a_less,
        Extremum::Max => !a_less,
    };
    if b_nan | (a_wanted & !a_nan) { a } else { b }
}

/// Bits as integers that order as the numbers do.
#[inline(always)]
const fn order(f: Format, x: u64) -> u64 {
    if x & f.sign == 0 { x | f.sign } else { !x & f.nan }
}

/// `.xorsign.abs`: the [`extremum`] of the magnitudes, with the sign of the product.
#[inline(always)]
pub(super) const fn xorsign_abs(f: Format, which: Extremum, a: u64, b: u64, nans: Nans) -> u64 {
    let magnitude = extremum(f, which, a & f.nan, b & f.nan, nans);
    if f.is_nan(magnitude) { magnitude } else { magnitude | (a ^ b) & f.sign }
}

#[inline]
const fn bits(x: f32, subnormals: Subnormals) -> u64 {
    operand(x, subnormals).to_bits() as u64
}

macro_rules! extrema {
    ($($word:literal, $wanted:literal, $which:ident: $two:ident $xorsign:ident $three:ident $double:ident,
        $one_two:literal $hundred:literal;)*) => { $(
        #[doc = concat!("`", $word, "{.ftz}{.NaN}.f32`: the ", $wanted, " of `a` and `b`; -0 is less than +0.")]
        ///
        /// If one operand is a NaN, the result is the other, with `.NaN` 7fffffff; of two NaN it is 7fffffff.
        /// `.ftz` takes a subnormal operand as zero of its sign.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`. Grade \\[D\\].")]
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
            f32::from_bits(extremum(BINARY32, Extremum::$which, a, b, nans) as u32)
        }

        #[doc = concat!("`", $word, "{.ftz}{.NaN}.xorsign.abs.f32`: the ", $wanted, " of the magnitudes, its sign that of the product.")]
        ///
        #[doc = concat!("NaN and `.ftz` as in [`", stringify!($two), "`]. The sign of a NaN counts if the other operand is a number; a NaN result has none.")]
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`. Grade \\[D\\].")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Nans::*, Subnormals::*, ", stringify!($xorsign), "};")]
        #[doc = concat!("assert_eq!(", stringify!($xorsign), "(1.0, -2.0, Keep, Ignored), -", $one_two, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $xorsign(a: f32, b: f32, subnormals: Subnormals, nans: Nans) -> f32 {
            let (a, b) = (bits(a, subnormals), bits(b, subnormals));
            f32::from_bits(xorsign_abs(BINARY32, Extremum::$which, a, b, nans) as u32)
        }

        #[doc = concat!("`", $word, "{.ftz}{.NaN}{.abs}.f32`: the ", $wanted, " of `a`, `b` and `c`, with `.abs` of their magnitudes.")]
        ///
        #[doc = concat!("NaN and `.ftz` as in [`", stringify!($two), "`].")]
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`. Grade \\[D\\].")]
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
                Signs::Abs => BINARY32.nan,
            };
            let (a, b, c) = (bits(a, subnormals) & mask, bits(b, subnormals) & mask, bits(c, subnormals) & mask);
            let first = extremum(BINARY32, Extremum::$which, a, b, nans);
            f32::from_bits(extremum(BINARY32, Extremum::$which, first, c, nans) as u32)
        }

        #[doc = concat!("`", $word, ".f64`: the ", $wanted, " of `a` and `b`; -0 is less than +0.")]
        ///
        /// If one operand is a NaN, the result is the other; of two NaN it is `b` made quiet.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas. Grade \\[D\\]; \\[S\\] for two NaN.")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($double), ";")]
        #[doc = concat!("assert_eq!(", stringify!($double), "(1.0, 2.0), ", $one_two, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $double(a: f64, b: f64) -> f64 {
            let (a, b) = (a.to_bits(), b.to_bits());
            if BINARY64.is_nan(a) & BINARY64.is_nan(b) {
                return f64::from_bits(b | BINARY64.quiet);
            }
            f64::from_bits(extremum(BINARY64, Extremum::$which, a, b, Nans::Ignored))
        }
    )* };
}

extrema! {
    "min", "lesser", Min: min_f32 min_xorsign_abs_f32 min3_f32 min_f64, "1.0" "1.0";
    "max", "greater", Max: max_f32 max_xorsign_abs_f32 max3_f32 max_f64, "2.0" "100.0";
}
