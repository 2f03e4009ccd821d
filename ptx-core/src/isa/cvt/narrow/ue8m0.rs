//! `cvt` to and from `.ue8m0x2`. A `.ue8m0` is a power of two, which serves as a scale.

use super::{bytes, halves, singles};
use crate::format::BFLOAT16;
use crate::mode::{Limit, Rectification, Rounding};
use crate::narrow::{UE8M0_NAN, up};

/// Rounds a magnitude to a power of two, up with `.rp`, otherwise down, and returns the `.ue8m0` code of the power. The
/// smallest power is 2^-127, whose code is 00.
#[inline]
const fn ue8m0(x: f32, rounding: Rounding, limit: Limit) -> u8 {
    if x.is_nan() {
        return UE8M0_NAN;
    }
    // The exponent field is already the `.ue8m0` code of the magnitude rounded down. With `.rp`, a fraction above
    // `exact` rounds up. Code 00 is 2^-127, a subnormal f32 whose fraction is 400000 (hexadecimal).
    let field = (x.to_bits() >> 23) as u8;
    let fraction = x.to_bits() & 0x7f_ffff;
    let exact = if field == 0 { 0x40_0000 } else { 0 };
    let up = matches!(rounding, Rounding::Rp) && fraction > exact;
    match (field.saturating_add(up as u8), limit) {
        (UE8M0_NAN, Limit::Satfinite) => UE8M0_NAN - 1,
        (code, _) => code,
    }
}

/// `cvt.{rz,rp}{.satfinite}.ue8m0x2.f32`: rounds the magnitudes of `a` and `b` to powers of two, up with `.rp`, down
/// with `.rz`. The code of `a` is in the upper byte of the result, the code of `b` in the lower byte. The code c stands
/// for 2^(c - 127).
///
/// A magnitude below 2^-127, and zero, becomes 2^-127 (00). A NaN becomes ff. If the rounded magnitude exceeds 2^127,
/// the result is ff, or 2^127 (fe) with `.satfinite`.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[H\] on sm_100.
///
/// ```
/// use ptx_core::{Limit::*, Rounding::*, cvt_ue8m0x2_f32};
/// assert_eq!(cvt_ue8m0x2_f32(1.5, 0.0, Rz, Unlimited), 0x7f00);
/// assert_eq!(cvt_ue8m0x2_f32(-1.5, f32::MAX, Rp, Satfinite), 0x80fe);
/// ```
#[inline]
#[must_use]
pub const fn cvt_ue8m0x2_f32(a: f32, b: f32, rounding: Rounding, limit: Limit) -> u16 {
    bytes(ue8m0(a, rounding, limit), ue8m0(b, rounding, limit))
}

/// `cvt.{rz,rp}{.satfinite}.ue8m0x2.bf16x2`: [`cvt_ue8m0x2_f32`] of the two halves of `a`.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[H\] on sm_100.
///
/// ```
/// use ptx_core::{Limit::*, Rounding::*, cvt_ue8m0x2_bf16x2};
/// assert_eq!(cvt_ue8m0x2_bf16x2(0x3fc0_3f80, Rp, Unlimited), 0x807f);
/// ```
#[inline]
#[must_use]
pub const fn cvt_ue8m0x2_bf16x2(a: u32, rounding: Rounding, limit: Limit) -> u16 {
    let [high, low] = singles(BFLOAT16, a);
    cvt_ue8m0x2_f32(high, low, rounding, limit)
}

/// `cvt.rn.bf16x2.ue8m0x2`: converts the two powers of two of `a` to `.bf16`, exactly.
///
/// Code 00, which is 2^-127, becomes the subnormal number 0040. Code ff, the NaN, becomes 7fff.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[H\] on sm_100.
///
/// ```
/// use ptx_core::cvt_bf16x2_ue8m0x2;
/// assert_eq!(cvt_bf16x2_ue8m0x2(0x80ff), 0x4000_7fff);
/// ```
#[inline]
#[must_use]
pub const fn cvt_bf16x2_ue8m0x2(a: u16) -> u32 {
    const ONE: Option<f64> = Some(1.0);
    let [high, low] = a.to_be_bytes();
    let (linear, unlimited) = (Rectification::Linear, Limit::Unlimited);
    halves(up(BFLOAT16, ONE, high, linear, unlimited), up(BFLOAT16, ONE, low, linear, unlimited))
}
