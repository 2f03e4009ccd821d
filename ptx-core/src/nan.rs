//! Which NaN an operation returns. NaNs are made with integers only: the bits of a NaN that a host's
//! float operation returns differ between hosts, and between const evaluation and run time.

use crate::format::{BINARY64, Format};

/// The one NaN of `.f32` results, whatever went in.
pub(crate) const F32: f32 = f32::from_bits(0x7fff_ffff);

/// The `.f64` result of an invalid operation on numbers.
pub(crate) const INVALID_F64: f64 = f64::from_bits(0xfff8_0000_0000_0000);

/// Marks a path as seldom taken. What is chosen on it waits for no comparison in a chain of operations: there it
/// is a branch. In loops, which become vectors, it is a selection all the same, unless the other path loads or
/// computes much. From Rust 1.95 on this is `core::hint::cold_path`.
#[cold]
#[inline]
pub(crate) const fn rarely() {}

/// A result of the host's in binary32, its NaN made the one of `.f32`.
#[inline]
pub(crate) const fn canonical(x: f32) -> f32 {
    if x.is_nan() {
        rarely();
        F32
    } else {
        x
    }
}

/// A result in a half precision format, its NaN made the one of the format.
#[inline(always)]
pub(crate) const fn canonical_half(f: Format, x: u16) -> u16 {
    if f.is_nan(x as u64) {
        rarely();
        f.nan as u16
    } else {
        x
    }
}

/// The `.f64` result of an operation whose result is a NaN: the first NaN among its operands,
/// made quiet, payload and sign kept; without one, that of an invalid operation.
#[cold]
pub(crate) const fn result(operands: &[f64]) -> f64 {
    let mut rest = operands;
    while let [first, others @ ..] = rest {
        if first.is_nan() {
            return f64::from_bits(first.to_bits() | BINARY64.quiet);
        }
        rest = others;
    }
    INVALID_F64
}

/// [`result`] of two operands, as selections on a path that is marked: less to wait for in a chain of operations.
#[inline]
pub(crate) const fn of_two(a: f64, b: f64) -> f64 {
    rarely();
    let first = if a.is_nan() { a } else { b };
    if first.is_nan() { f64::from_bits(first.to_bits() | BINARY64.quiet) } else { INVALID_F64 }
}
