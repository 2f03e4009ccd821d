//! Reciprocal: a division whose dividend is 1.

use crate::fpu::div;
use crate::mode::{Rounding, Subnormals};

/// Computes `1 / a` in binary32.
#[inline]
pub(crate) const fn binary32(a: f32, rounding: Rounding, subnormals: Subnormals) -> f32 {
    div::binary32(1.0, a, rounding, subnormals)
}

/// Computes `1 / a` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, rounding: Rounding) -> f64 {
    div::binary64(1.0, a, rounding)
}
