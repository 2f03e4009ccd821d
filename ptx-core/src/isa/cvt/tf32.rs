//! `cvt` to `.tf32`: an `.f32` whose low 13 bits are zero.

use crate::format::{BINARY32, TF32};
use crate::mode::{Limit, Rectification, Rounding, Subnormals};
use crate::round::narrow_to;
use crate::saturate::limit;

/// Fraction bits that `.f32` has and `.tf32` lacks.
const LACKING: u32 = BINARY32.fraction_bits() - TF32.fraction_bits();

/// The one NaN of `.tf32` results.
const NAN: u32 = BINARY32.nan() as u32;

/// `cvt.rna{.satfinite}.tf32.f32`: `a` rounded to eleven bits, to nearest, ties away from zero.
///
/// A NaN becomes 7fffffff. `.satfinite` makes what is greater the greatest finite number of its sign.
///
/// Source: PTX ISA, `cvt`. Grade \[D\]; \[S\] that the low 13 bits are zero (machine code of ptxas); \[M\] for
/// NaN, of which that code would keep all but the low 13 bits.
///
/// ```
/// use ptx_core::{Limit::*, cvt_rna_tf32_f32};
/// assert_eq!(cvt_rna_tf32_f32(1.0 + 2.0_f32.powi(-11), Unlimited), 0x3f802000);
/// ```
#[inline]
#[must_use]
pub const fn cvt_rna_tf32_f32(a: f32, l: Limit) -> u32 {
    let bits = a.to_bits() as u64;
    if BINARY32.is_nan(bits) {
        return NAN;
    }
    let sign = bits & BINARY32.sign();
    // A carry counts on into the exponent; an infinity has no fraction to carry from.
    let rounded = ((bits ^ sign) + (1 << (LACKING - 1))) >> LACKING;
    (sign | limit(TF32, rounded, l) << LACKING) as u32
}

/// `cvt.{rn,rz}{.satfinite}{.relu}.tf32.f32`: `a` rounded to eleven bits.
///
/// A NaN becomes 7fffffff. `.satfinite` makes what is greater the greatest finite number of its sign. `.relu` makes
/// a negative result and -0 +0.
///
/// Source: PTX ISA, `cvt`. Grade \[D\]; \[M\] for NaN, for -0 under `.relu`, and that the low 13 bits are zero.
///
/// ```
/// use ptx_core::{Limit::*, Rectification::*, Rounding::*, cvt_frnd2_tf32_f32};
/// assert_eq!(cvt_frnd2_tf32_f32(1.0 + 2.0_f32.powi(-11), Rn, Unlimited, Linear), 0x3f800000);
/// ```
#[inline]
#[must_use]
pub const fn cvt_frnd2_tf32_f32(a: f32, r: Rounding, l: Limit, relu: Rectification) -> u32 {
    if BINARY32.is_nan(a.to_bits() as u64) {
        return NAN;
    }
    let rounded = narrow_to(TF32, a as f64, r, Subnormals::Keep);
    match relu {
        Rectification::Relu if rounded & TF32.sign() != 0 => 0,
        _ => (limit(TF32, rounded, l) << LACKING) as u32,
    }
}
