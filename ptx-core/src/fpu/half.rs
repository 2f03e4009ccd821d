//! Addition, multiplication and fused multiply-add in the half-precision formats.
//!
//! A product of two is exact in binary64 and far from its limits; a sum rounded to odd compares with
//! every shorter number as the exact one does.

use crate::format::{Format, widen};
use crate::fpu::add::sum_to_odd;
use crate::mode::{Rounding, Subnormals};
use crate::round::narrow_half;

/// `a + b`.
#[inline]
pub(crate) const fn add(f: Format, a: u16, b: u16, r: Rounding, s: Subnormals) -> u16 {
    narrow_half(f, sum_to_odd(widen(f, a), widen(f, b), r), r, s)
}

/// `a * b`.
#[inline]
pub(crate) const fn mul(f: Format, a: u16, b: u16, r: Rounding, s: Subnormals) -> u16 {
    narrow_half(f, widen(f, a) * widen(f, b), r, s)
}

/// `a * b + c`, rounded once.
#[inline]
pub(crate) const fn fma(f: Format, [a, b, c]: [u16; 3], r: Rounding, s: Subnormals) -> u16 {
    narrow_half(f, sum_to_odd(widen(f, a) * widen(f, b), widen(f, c), r), r, s)
}
