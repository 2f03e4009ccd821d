//! `cvt` to and from `.s2f6x2`. A `.s2f6` is a signed multiple of 1/64 in a byte.

use super::{ONES, bytes, halves, singles};
use crate::format::BFLOAT16;
use crate::mode::{Limit, Rectification, Rounding};
use crate::narrow::{Discarded, Single, UE8M0_NAN, UE8M0_ONE, up};

/// The number of bits after the binary point of a `.s2f6`.
const FRACTION_BITS: i32 = 6;

/// Divides `x` by `2^(scale - 127)` and returns the `.s2f6` code of the quotient: the nearest multiple of 1/64,
/// clamped to the range of `.s2f6`. A NaN, or a `scale` of ff, gives 7f.
#[inline]
const fn down(x: f32, scale: u8, rectification: Rectification) -> u8 {
    const GREATEST: u64 = 0x7f;
    if x.is_nan() || scale == UE8M0_NAN {
        return GREATEST as u8;
    }
    let x = Single::of(x);
    let scale = scale as i32 - UE8M0_ONE as i32;
    let lost = (Single::FRACTION_BITS - FRACTION_BITS).saturating_sub(x.exponent);
    // `lost + scale` is the number of significand bits below 1/64. If this number is negative, the quotient exceeds the
    // range of `.s2f6`. The function `shifted` then drops no bits, and the minimum with `greatest` limits the 24-bit
    // significand.
    let magnitude = x.shifted(lost.saturating_add(scale), Discarded::Round(Rounding::Rn));
    let greatest = GREATEST + x.negative as u64;
    let magnitude = if magnitude < greatest { magnitude } else { greatest } as u8;
    match (x.negative, rectification) {
        (true, Rectification::Relu) => 0,
        (true, Rectification::Linear) => magnitude.wrapping_neg(),
        (false, _) => magnitude,
    }
}

/// Returns the value of a `.s2f6` code. No code is a NaN, so the result is never `None`.
#[inline]
const fn value(code: u8) -> Option<f64> {
    Some(code as i8 as f64 / (1 << FRACTION_BITS) as f64)
}

/// `cvt.rn.satfinite{.relu}.s2f6x2.f32`: rounds `a` and `b` to the nearest multiples of 1/64, ties to even. `a` is in
/// the upper byte of the result, `b` in the lower byte.
///
/// A number below -2, and -inf, gives -2 (80). A number above 127/64, and +inf, gives 127/64 (7f). A NaN gives 7f.
/// `.relu` turns a negative number into 0.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; \[M\] that the smallest number is -2, not -127/64.
///
/// ```
/// use ptx_core::{Rectification::*, cvt_s2f6x2_f32};
/// assert_eq!(cvt_s2f6x2_f32(0.5, -0.25, Linear), 0x20f0);
/// assert_eq!(cvt_s2f6x2_f32(9.0, -9.0, Linear), 0x7f80);
/// ```
#[inline]
#[must_use]
pub const fn cvt_s2f6x2_f32(a: f32, b: f32, rectification: Rectification) -> u16 {
    cvt_scaled_s2f6x2_f32(a, b, ONES, rectification)
}

/// `cvt.rn.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.f32`: divides `a` and `b` by powers of two, then converts the
/// quotients like [`cvt_s2f6x2_f32`].
///
/// Each byte of `scale` encodes a power of two, the upper byte for `a`, the lower byte for `b`. A scale of ff gives 7f.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; \[M\] that the smallest number is -2, not -127/64.
///
/// ```
/// use ptx_core::{Rectification::*, cvt_scaled_s2f6x2_f32};
/// assert_eq!(cvt_scaled_s2f6x2_f32(1.0, 1.0, 0x7f80, Linear), 0x4020);
/// ```
#[inline]
#[must_use]
pub const fn cvt_scaled_s2f6x2_f32(
    a: f32,
    b: f32,
    scale: u16,
    rectification: Rectification,
) -> u16 {
    let [by_a, by_b] = scale.to_be_bytes();
    bytes(down(a, by_a, rectification), down(b, by_b, rectification))
}

/// `cvt.rn.satfinite{.relu}.s2f6x2.bf16x2`: [`cvt_s2f6x2_f32`] of the two halves of `a`.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; \[M\] that the smallest number is -2, not -127/64, and that the instruction
/// converts the two halves, although the manual names bytes.
///
/// ```
/// use ptx_core::{Rectification::*, cvt_s2f6x2_bf16x2};
/// assert_eq!(cvt_s2f6x2_bf16x2(0x3f00_be80, Linear), 0x20f0);
/// ```
#[inline]
#[must_use]
pub const fn cvt_s2f6x2_bf16x2(a: u32, rectification: Rectification) -> u16 {
    cvt_scaled_s2f6x2_bf16x2(a, ONES, rectification)
}

/// `cvt.rn.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.bf16x2`: [`cvt_scaled_s2f6x2_f32`] of the two halves of `a`.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\]; \[M\] that the smallest number is -2, not -127/64, and that the instruction
/// converts the two halves, although the manual names bytes.
///
/// ```
/// use ptx_core::{Rectification::*, cvt_scaled_s2f6x2_bf16x2};
/// assert_eq!(cvt_scaled_s2f6x2_bf16x2(0x3f80_3f80, 0x7f80, Linear), 0x4020);
/// ```
#[inline]
#[must_use]
pub const fn cvt_scaled_s2f6x2_bf16x2(a: u32, scale: u16, rectification: Rectification) -> u16 {
    let [high, low] = singles(BFLOAT16, a);
    cvt_scaled_s2f6x2_f32(high, low, scale, rectification)
}

/// `cvt.rn{.satfinite}{.relu}.bf16x2.s2f6x2`: converts the two numbers of `a`, exactly.
///
/// `.relu` turns a negative number into 0. `.satfinite` has no effect.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Limit::*, Rectification::*, cvt_bf16x2_s2f6x2};
/// assert_eq!(cvt_bf16x2_s2f6x2(0x20f0, Unlimited, Linear), 0x3f00_be80);
/// ```
#[inline]
#[must_use]
pub const fn cvt_bf16x2_s2f6x2(a: u16, limit: Limit, rectification: Rectification) -> u32 {
    cvt_scaled_bf16x2_s2f6x2(a, ONES, limit, rectification)
}

/// `cvt.rn{.satfinite}{.relu}.scaled::n2::ue8m0.bf16x2.s2f6x2`: multiplies the two numbers of `a` by powers of two and
/// rounds the products.
///
/// Each byte of `scale` encodes the power of two for the number in the same byte of `a`. A scale of ff gives 7fff.
/// `.relu` turns a negative number into 0. `.satfinite` turns an infinity into the largest finite number with the same
/// sign.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Limit::*, Rectification::*, cvt_scaled_bf16x2_s2f6x2};
/// assert_eq!(cvt_scaled_bf16x2_s2f6x2(0x4020, 0x7f80, Unlimited, Linear), 0x3f80_3f80);
/// ```
#[inline]
#[must_use]
pub const fn cvt_scaled_bf16x2_s2f6x2(
    a: u16,
    scale: u16,
    limit: Limit,
    rectification: Rectification,
) -> u32 {
    let ([high, low], [by_high, by_low]) = (a.to_be_bytes(), scale.to_be_bytes());
    let high = up(BFLOAT16, value(high), by_high, rectification, limit);
    let low = up(BFLOAT16, value(low), by_low, rectification, limit);
    halves(high, low)
}
