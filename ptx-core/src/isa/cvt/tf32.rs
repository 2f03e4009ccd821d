//! `cvt` to `.tf32`, which is an `.f32` whose low 13 bits are zero.

use crate::format::{BINARY32, TF32};
use crate::mode::{Limit, Rectification, Rounding};
use crate::round::shorten_fraction;
use crate::saturate;

/// The number of fraction bits of `.f32` minus the number of fraction bits of `.tf32`.
const LACKING: u32 = BINARY32.fraction_bits - TF32.fraction_bits;

/// The bits of every NaN result of the `.rn` and `.rz` forms.
const NAN: u32 = (TF32.nan as u32) << LACKING;

/// `cvt.rna{.satfinite}.tf32.f32`: `a` rounded to eleven significand bits, to nearest, ties away from zero.
///
/// The instruction also clears the low 13 bits of a NaN. A NaN whose other fraction bits are 0 therefore becomes an
/// infinity. `.satfinite` subtracts 2000 (hexadecimal) from the bits of an infinity or NaN. The subtraction turns an
/// infinity into the largest finite number with the same sign.
///
/// Source: PTX ISA, `cvt`; machine code of ptxas, which is the same from sm_80 to sm_121. It adds 1000 (hexadecimal) to
/// the bits of a finite number, clears the low 13 bits, and with `.satfinite` subtracts 2000 from the bits of an
/// infinity or NaN. [Grade](crate#grades) \[S\]; \[H\] on sm_90 (NVIDIA H100 80GB HBM3), and on sm_100 except for a NaN
/// whose bit 12 is set. The H100 turns such a NaN, 7f801000, into 7f800000.
///
/// ```
/// use ptx_core::{Limit::*, cvt_rna_tf32_f32};
/// assert_eq!(cvt_rna_tf32_f32(1.0 + 2.0_f32.powi(-11), Unlimited), 0x3f802000);
/// ```
#[inline]
#[must_use]
pub const fn cvt_rna_tf32_f32(a: f32, limit: Limit) -> u32 {
    let bits = a.to_bits();
    // Adds half a unit in the last place to the magnitude, then clears the bits below the unit. Ties therefore round
    // away from zero. A carry out of the fraction increments the exponent: the result is the next power of two, or
    // infinity.
    let rounded = bits.wrapping_add(if finite(bits) { 1 << (LACKING - 1) } else { 0 });
    let kept = rounded & (u32::MAX << LACKING);
    match limit {
        Limit::Satfinite if !finite(kept) => kept.wrapping_sub(1 << LACKING),
        _ => kept,
    }
}

/// Returns whether the bits of an `.f32` encode a finite number.
#[inline]
const fn finite(bits: u32) -> bool {
    let infinity = BINARY32.infinity as u32;
    bits & infinity != infinity
}

/// `cvt.{rn,rz}{.satfinite}{.relu}.tf32.f32`: `a` rounded to eleven significand bits.
///
/// A NaN becomes 7fffe000. With `.satfinite`, overflow and an infinity give the largest finite number with the same
/// sign. `.relu` turns a negative result and -0 into +0.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; \[H\] on sm_90 (NVIDIA H100 80GB HBM3) without `.satfinite`,
/// and on sm_100 for NaN and `.satfinite`; otherwise \[M\] for -0 under `.relu` and for the zeros in the low 13 bits of
/// a number.
///
/// ```
/// use ptx_core::{Limit::*, Rectification::*, Rounding::*, cvt_frnd2_tf32_f32};
/// assert_eq!(cvt_frnd2_tf32_f32(1.0 + 2.0_f32.powi(-11), Rn, Unlimited, Linear), 0x3f800000);
/// ```
#[inline]
#[must_use]
pub const fn cvt_frnd2_tf32_f32(
    a: f32,
    rounding: Rounding,
    limit: Limit,
    rectification: Rectification,
) -> u32 {
    if BINARY32.is_nan(a.to_bits() as u64) {
        return NAN;
    }
    let rounded = shorten_fraction(TF32, a, rounding);
    match rectification {
        Rectification::Relu if rounded & TF32.sign != 0 => 0,
        _ => (saturate::limit(TF32, rounded, limit) << LACKING) as u32,
    }
}
