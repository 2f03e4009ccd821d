//! The NaN that an operation returns.
//!
//! A NaN result is built from integers. The bits of a NaN that a native float operation returns differ between
//! processors, and between const evaluation and run time.

use crate::format::{BINARY64, Format};

/// The canonical NaN: every `.f32` operation with a NaN result returns it.
pub(crate) const F32: f32 = f32::from_bits(0x7fff_ffff);

/// The `.f64` result of an invalid operation on numbers.
pub(crate) const INVALID_F64: f64 = f64::from_bits(0xfff8_0000_0000_0000);

/// Marks a path as cold. In a dependency chain LLVM then branches, so the result does not wait for the comparison.
///
/// In a vectorised loop LLVM still computes both paths and selects a result, unless the cold path loads or computes
/// much. Rust 1.95 and later have `core::hint::cold_path` instead.
#[cold]
#[inline]
pub(crate) const fn cold_path() {}

/// Returns a native binary32 result; a NaN is replaced by the canonical NaN.
#[inline]
pub(crate) const fn canonical(x: f32) -> f32 {
    if x.is_nan() {
        cold_path();
        F32
    } else {
        x
    }
}

/// Returns a half-precision result; a NaN is replaced by the format's canonical NaN.
#[inline(always)]
pub(crate) const fn canonical_half(format: Format, x: u16) -> u16 {
    if format.is_nan(x as u64) {
        cold_path();
        format.nan as u16
    } else {
        x
    }
}

/// Returns the NaN result of a `.f64` operation: the first NaN operand, quieted, with its sign and payload.
/// Without a NaN operand it returns [`INVALID_F64`].
#[cold]
pub(crate) const fn propagated(operands: &[f64]) -> f64 {
    let mut rest = operands;
    while let [first, others @ ..] = rest {
        if first.is_nan() {
            return f64::from_bits(first.to_bits() | BINARY64.quiet);
        }
        rest = others;
    }
    INVALID_F64
}

/// Returns [`propagated`] of two operands. It selects on a cold path instead of calling a function.
#[inline]
pub(crate) const fn propagated_of_two(a: f64, b: f64) -> f64 {
    cold_path();
    let first = if a.is_nan() { a } else { b };
    if first.is_nan() { f64::from_bits(first.to_bits() | BINARY64.quiet) } else { INVALID_F64 }
}
