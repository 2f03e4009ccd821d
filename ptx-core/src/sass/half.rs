//! The sources of instructions on two halves, HADD2.F32, HMNMX2 and VHMNMX.

use crate::isa::{
    add_f32, cvt_f32_f16, max_bf16x2, max_f16x2, max_xorsign_abs_bf16x2, max_xorsign_abs_f16x2,
    min_bf16x2, min_f16x2, min_xorsign_abs_bf16x2, min_xorsign_abs_f16x2,
};
use crate::mode::{Nans, Rounding, Saturation, Subnormals};

/// The sign bits of two halves.
const SIGNS: u32 = 0x8000_8000;

macro_rules! parts {
    ($($name:ident $text:literal $what:literal: |$x:ident| $result:expr, $bits:literal $value:literal;)*) => { $(
        #[doc = concat!("Applies `", $text, "` to a word of two halves: ", $what, ".")]
        ///
        #[doc = "[Grade](crate#grades) \\[S\\]."]
        ///
        /// ```
        #[doc = concat!("assert_eq!(ptx_core::sass::", stringify!($name), "(", $bits, "), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name($x: u32) -> u32 {
            $result
        }
    )* };
}

parts! {
    negate_halves "-" "flips both signs, also those of NaNs": |x| x ^ SIGNS, "0x3c00_bc00" "0xbc00_3c00";
    absolute_halves "|…|" "clears both signs, also those of NaNs": |x| x & !SIGNS, "0x3c00_bc00" "0x3c00_3c00";
    low_halves ".H0_H0" "the low half, twice": |x| x << 16 | x & 0xffff, "0x1234_5678" "0x5678_5678";
    turned_halves ".H0_NH1" "the low half above the negated high half": |x| x.rotate_left(16) ^ 0x8000, "0x1234_5678" "0x5678_9234";
    high_halves ".H1_H1" "the high half, twice": |x| x & 0xffff_0000 | x >> 16, "0x1234_5678" "0x1234_1234";
}

/// Computes `HADD2.F32{.SAT}`: the sum of two binary16 numbers, the low halves of the words, as an f32. The sum with -0
/// converts a number.
///
/// A NaN result is 7fffffff. Source: machine code of `cvt.f32.f16` for sm_75 to sm_120. [Grade](crate#grades) \[S\] if a
/// source is -0; \[M\] otherwise.
///
/// ```
/// use ptx_core::{Saturation::*, sass::hadd2_f32};
/// assert_eq!(hadd2_f32(0x8000, 0x3c00, Off), 0x3f800000);
/// assert_eq!(hadd2_f32(0x8000, 0xbc00, Sat), 0);
/// ```
#[inline]
#[must_use]
pub const fn hadd2_f32(a: u32, b: u32, saturation: Saturation) -> u32 {
    let (a, b) = (low(a), low(b));
    add_f32(a, b, Rounding::Rn, Subnormals::Keep, saturation).to_bits()
}

#[inline]
const fn low(x: u32) -> f32 {
    cvt_f32_f16(x as u16, Subnormals::Keep, Saturation::Off)
}

/// Computes `HMNMX2{.FTZ}{.NAN}`: the minima of two pairs of binary16 numbers if `p` holds, else the maxima.
///
/// Special values and source are those of [`min_f16x2`]. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Nans::*, Subnormals::*, sass::hmnmx2};
/// assert_eq!(hmnmx2(0x3c00_4000, 0x4000_3c00, true, Keep, Ignored), 0x3c00_3c00);
/// ```
#[inline]
#[must_use]
pub const fn hmnmx2(a: u32, b: u32, p: bool, subnormals: Subnormals, nans: Nans) -> u32 {
    if p { min_f16x2(a, b, subnormals, nans) } else { max_f16x2(a, b, subnormals, nans) }
}

/// Computes `HMNMX2.BF16_V2{.NAN}`: the minima of two pairs of bfloat16 numbers if `p` holds, else the maxima.
///
/// Special values and source are those of [`min_bf16x2`]. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Nans::*, sass::hmnmx2_bf16};
/// assert_eq!(hmnmx2_bf16(0x3f80_4000, 0x4000_3f80, false, Ignored), 0x4000_4000);
/// ```
#[inline]
#[must_use]
pub const fn hmnmx2_bf16(a: u32, b: u32, p: bool, nans: Nans) -> u32 {
    if p { min_bf16x2(a, b, nans) } else { max_bf16x2(a, b, nans) }
}

/// Computes `HMNMX2{.FTZ}{.NAN}.XORSIGN`: the minima of two pairs of magnitudes of binary16 numbers if `p` holds, else the
/// maxima, with the signs of the products. The sources are the words before `|…|`.
///
/// Special values and source are those of [`min_xorsign_abs_f16x2`]. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Nans::*, Subnormals::*, sass::hmnmx2_xorsign};
/// assert_eq!(hmnmx2_xorsign(0x3c00_4000, 0xc000_3c00, true, Keep, Ignored), 0xbc00_3c00);
/// ```
#[inline]
#[must_use]
pub const fn hmnmx2_xorsign(a: u32, b: u32, p: bool, subnormals: Subnormals, nans: Nans) -> u32 {
    match p {
        true => min_xorsign_abs_f16x2(a, b, subnormals, nans),
        false => max_xorsign_abs_f16x2(a, b, subnormals, nans),
    }
}

/// Computes `HMNMX2.BF16_V2{.NAN}.XORSIGN`: the minima of two pairs of magnitudes of bfloat16 numbers if `p` holds, else the
/// maxima, with the signs of the products. The sources are the words before `|…|`.
///
/// Special values and source are those of [`min_xorsign_abs_bf16x2`]. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Nans::*, sass::hmnmx2_bf16_xorsign};
/// assert_eq!(hmnmx2_bf16_xorsign(0x3f80_4000, 0xc000_3f80, false, Ignored), 0xc000_4000);
/// ```
#[inline]
#[must_use]
pub const fn hmnmx2_bf16_xorsign(a: u32, b: u32, p: bool, nans: Nans) -> u32 {
    if p { min_xorsign_abs_bf16x2(a, b, nans) } else { max_xorsign_abs_bf16x2(a, b, nans) }
}

/// Computes `VHMNMX{.FTZ}{.NAN}`: the minima of three binary16 numbers, twice, if `p` holds, else the maxima.
///
/// It is [`hmnmx2`] of the first two words, then of the result and the third one. Source: machine code of `min.f16x2` for
/// sm_90 and sm_100. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::{Nans::*, Subnormals::*, sass::vhmnmx};
/// assert_eq!(vhmnmx(0x3c00_4000, 0x4000_3c00, 0x4000_0000, true, Keep, Ignored), 0x3c00_0000);
/// ```
#[inline]
#[must_use]
pub const fn vhmnmx(a: u32, b: u32, c: u32, p: bool, subnormals: Subnormals, nans: Nans) -> u32 {
    hmnmx2(hmnmx2(a, b, p, subnormals, nans), c, p, subnormals, nans)
}

/// Computes `VHMNMX.BF16_V2{.NAN}`: the minima of three bfloat16 numbers, twice, if `p` holds, else the maxima.
///
/// It is [`hmnmx2_bf16`] of the first two words, then of the result and the third one. Source: machine code of
/// `min.bf16x2` for sm_90 and sm_100. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::{Nans::*, sass::vhmnmx_bf16};
/// assert_eq!(vhmnmx_bf16(0x3f80_4000, 0x4000_3f80, 0, false, Ignored), 0x4000_4000);
/// ```
#[inline]
#[must_use]
pub const fn vhmnmx_bf16(a: u32, b: u32, c: u32, p: bool, nans: Nans) -> u32 {
    hmnmx2_bf16(hmnmx2_bf16(a, b, p, nans), c, p, nans)
}
