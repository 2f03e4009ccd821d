//! DADD, DMUL, DFMA.

use crate::isa::{add_f64, fma_f64, mul_f64};
use crate::mode::Rounding;

#[inline]
const fn double(x: u64) -> f64 {
    f64::from_bits(x)
}

/// Computes `DADD{.RN,.RZ,.RM,.RP}`: `a + b`, correctly rounded.
///
/// Special values, source and grade are those of [`add_f64`].
///
/// ```
/// use ptx_core::{Rounding::*, sass::dadd};
/// assert_eq!(dadd(1.5f64.to_bits(), 2.0f64.to_bits(), Rn), 3.5f64.to_bits());
/// ```
#[inline]
#[must_use]
pub const fn dadd(a: u64, b: u64, rounding: Rounding) -> u64 {
    add_f64(double(a), double(b), rounding).to_bits()
}

/// Computes `DMUL{.RN,.RZ,.RM,.RP}`: `a * b`, correctly rounded.
///
/// Special values, source and grade are those of [`mul_f64`].
///
/// ```
/// use ptx_core::{Rounding::*, sass::dmul};
/// assert_eq!(dmul(1.5f64.to_bits(), 2.0f64.to_bits(), Rn), 3.0f64.to_bits());
/// ```
#[inline]
#[must_use]
pub const fn dmul(a: u64, b: u64, rounding: Rounding) -> u64 {
    mul_f64(double(a), double(b), rounding).to_bits()
}

/// Computes `DFMA{.RN,.RZ,.RM,.RP}`: `a * b + c`, rounded once.
///
/// Special values, source and grade are those of [`fma_f64`].
///
/// ```
/// use ptx_core::{Rounding::*, sass::dfma};
/// let [two, three, one] = [2.0f64, 3.0, 1.0].map(f64::to_bits);
/// assert_eq!(dfma(two, three, one, Rn), 7.0f64.to_bits());
/// ```
#[inline]
#[must_use]
pub const fn dfma(a: u64, b: u64, c: u64, rounding: Rounding) -> u64 {
    fma_f64(double(a), double(b), double(c), rounding).to_bits()
}
