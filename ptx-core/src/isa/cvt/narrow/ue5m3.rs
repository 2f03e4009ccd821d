//! `cvt` to and from `.ue5m3x2`. `.ue5m3` has five exponent bits, three fraction bits and no sign.

use super::{ONES, bytes, halves, singles};
use crate::format::{BFLOAT16, BINARY16};
use crate::mode::{Limit, Rectification, Rounding};
use crate::narrow::{UE8M0_ONE, ue5m3, ue5m3_value, up};

/// `cvt.{rn,rz,rp}{.satfinite}.ue5m3x2.f32`: rounds the magnitudes of `a` and `b` to `.ue5m3`; `a` goes to the
/// upper byte.
///
/// The sign is dropped before rounding. Subnormal operands and results are kept. If the rounded magnitude exceeds
/// 114688 (fe), the result is the NaN (ff), or 114688 with `.satfinite`. With `.rz` a finite operand gives at most
/// 114688. A NaN becomes ff.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::{Limit::*, Rounding::*, cvt_ue5m3x2_f32};
/// assert_eq!(cvt_ue5m3x2_f32(1.5, -1.0, Rn, Unlimited), 0x7c78);
/// assert_eq!(cvt_ue5m3x2_f32(f32::INFINITY, 1e6, Rn, Satfinite), 0xfefe);
/// ```
#[inline]
#[must_use]
pub const fn cvt_ue5m3x2_f32(a: f32, b: f32, rounding: Rounding, limit: Limit) -> u16 {
    bytes(ue5m3(a, rounding, limit), ue5m3(b, rounding, limit))
}

/// `cvt.{rn,rz,rp}{.satfinite}.ue5m3x2.f16x2`: [`cvt_ue5m3x2_f32`] of the two elements of `a`.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::{Limit::*, Rounding::*, cvt_ue5m3x2_f16x2};
/// assert_eq!(cvt_ue5m3x2_f16x2(0x3e00_bc00, Rn, Unlimited), 0x7c78);
/// ```
#[inline]
#[must_use]
pub const fn cvt_ue5m3x2_f16x2(a: u32, rounding: Rounding, limit: Limit) -> u16 {
    let [high, low] = singles(BINARY16, a);
    cvt_ue5m3x2_f32(high, low, rounding, limit)
}

/// `cvt.{rn,rz,rp}{.satfinite}.ue5m3x2.bf16x2`: [`cvt_ue5m3x2_f32`] of the two elements of `a`.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::{Limit::*, Rounding::*, cvt_ue5m3x2_bf16x2};
/// assert_eq!(cvt_ue5m3x2_bf16x2(0x3fc0_bf80, Rn, Unlimited), 0x7c78);
/// ```
#[inline]
#[must_use]
pub const fn cvt_ue5m3x2_bf16x2(a: u32, rounding: Rounding, limit: Limit) -> u16 {
    let [high, low] = singles(BFLOAT16, a);
    cvt_ue5m3x2_f32(high, low, rounding, limit)
}

/// `cvt.rn.f16x2.ue5m3x2`: converts the two numbers of `a`.
///
/// The result is exact up to 61440 (f7). A larger number becomes +inf. The NaN (ff) becomes 7fff.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::cvt_f16x2_ue5m3x2;
/// assert_eq!(cvt_f16x2_ue5m3x2(0x7cfe), 0x3e00_7c00);
/// ```
#[inline]
#[must_use]
pub const fn cvt_f16x2_ue5m3x2(a: u16) -> u32 {
    let [high, low] = a.to_be_bytes();
    let (linear, unlimited) = (Rectification::Linear, Limit::Unlimited);
    let high = up(BINARY16, ue5m3_value(high), UE8M0_ONE, linear, unlimited);
    let low = up(BINARY16, ue5m3_value(low), UE8M0_ONE, linear, unlimited);
    halves(high, low)
}

/// `cvt.rn{.satfinite}.bf16x2.ue5m3x2`: converts the two numbers of `a`, exactly.
///
/// The NaN (ff) becomes 7fff. `.satfinite` has no effect: every other number is finite in `.bf16`.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::{Limit::*, cvt_bf16x2_ue5m3x2};
/// assert_eq!(cvt_bf16x2_ue5m3x2(0x7cff, Unlimited), 0x3fc0_7fff);
/// ```
#[inline]
#[must_use]
pub const fn cvt_bf16x2_ue5m3x2(a: u16, limit: Limit) -> u32 {
    cvt_scaled_bf16x2_ue5m3x2(a, ONES, limit)
}

/// `cvt.rn{.satfinite}.scaled::n2::ue8m0.bf16x2.ue5m3x2`: multiplies the two numbers of `a` by powers of two and rounds
/// the products.
///
/// Each byte of `scale` encodes the power of two for the number in the same byte of `a`. If the number is the NaN (ff)
/// or the scale is ff, the result is 7fff. On overflow the result is +inf, or the largest finite number with
/// `.satfinite`.
///
/// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::{Limit::*, cvt_scaled_bf16x2_ue5m3x2};
/// assert_eq!(cvt_scaled_bf16x2_ue5m3x2(0x7cff, 0x807f, Unlimited), 0x4040_7fff);
/// ```
#[inline]
#[must_use]
pub const fn cvt_scaled_bf16x2_ue5m3x2(a: u16, scale: u16, limit: Limit) -> u32 {
    let ([high, low], [by_high, by_low]) = (a.to_be_bytes(), scale.to_be_bytes());
    let linear = Rectification::Linear;
    let high = up(BFLOAT16, ue5m3_value(high), by_high, linear, limit);
    let low = up(BFLOAT16, ue5m3_value(low), by_low, linear, limit);
    halves(high, low)
}
