//! The NaN that an operation returns.
//!
//! NaN results are built from integers. The bits of a NaN that a native operation returns depend on the processor. The
//! bits can also differ between const evaluation and run time.
//!
//! # NaN operands of `.f64`
//!
//! The result is the first NaN operand in the order of the instruction, quieted, with its sign and payload. Quiet and
//! signaling NaNs have the same priority. An NVIDIA H100 80GB HBM3 (sm_90) returns these NaNs:
//!
//! | instruction | machine instruction | order | function |
//! |---|---|---|---|
//! | `add`, `sub`, `mul` | DADD, DMUL | b, a | [`of_sum_or_product`] |
//! | `fma`, `mad`, each step of `mma` | DFMA, DMMA | b, c, a | [`of_fma`] |
//! | `div` | a sequence | a, b | [`propagated`] |
//! | `neg`, `abs`, `rcp`, `sqrt`, `rsqrt` | DADD, sequences | a | [`propagated`] |
//!
//! The column "order" names the sources of the machine instruction. `ptxas` may exchange the first two sources of the
//! instructions that `ptx_isa::doc::exchanged` lists. An exchange changes which of several NaNs is the result
//! (`conformance/chips/nvidia-h100-80gb-hbm3`).

use crate::format::{BINARY64, Format};

/// The canonical NaN. Every `.f32` operation whose result is a NaN returns these bits.
pub(crate) const F32: f32 = f32::from_bits(0x7fff_ffff);

/// The NaN that a `.f64` operation returns if it is invalid and no operand is a NaN.
pub(crate) const INVALID_F64: f64 = f64::from_bits(0xfff8_0000_0000_0000);

/// Marks a path as cold. In a dependency chain LLVM then branches, so the result does not wait for the comparison.
///
/// In a vectorised loop LLVM usually still computes both paths and selects one result. `core::hint::cold_path` does the
/// same, but needs Rust 1.95.
#[cold]
#[inline]
pub(crate) const fn cold_path() {}

/// Replaces a NaN by the canonical NaN; returns all other binary32 numbers unchanged.
#[inline]
pub(crate) const fn canonical(x: f32) -> f32 {
    if x.is_nan() {
        cold_path();
        F32
    } else {
        x
    }
}

/// Replaces a NaN by the canonical NaN of the half-precision format; returns all other numbers unchanged.
#[inline(always)]
pub(crate) const fn canonical_half(format: Format, x: u16) -> u16 {
    if format.is_nan(x as u64) {
        cold_path();
        format.nan as u16
    } else {
        x
    }
}

/// Returns the NaN result of a `.f64` operation: the first NaN of `operands`, quieted, with its sign and payload. If no
/// operand is a NaN, the function returns [`INVALID_F64`].
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

/// Returns the NaN result of the `.f64` operations `a + b` and `a * b`.
#[inline]
pub(crate) const fn of_sum_or_product(a: f64, b: f64) -> f64 {
    propagated(&[b, a])
}

/// Returns the NaN result of the `.f64` operation `a * b + c`.
#[inline]
pub(crate) const fn of_fma(a: f64, b: f64, c: f64) -> f64 {
    propagated(&[b, c, a])
}

/// Returns the same NaN as [`of_sum_or_product`]. `of_product` calls no function with a loop, so that its callers
/// can be vectorised.
#[inline]
pub(crate) const fn of_product(a: f64, b: f64) -> f64 {
    propagated_of_two(b, a)
}

/// Returns the same NaN as [`propagated`] for two operands. Unlike [`propagated`], `propagated_of_two` has no loop and
/// is inlined, so that callers can be vectorised.
#[inline]
pub(crate) const fn propagated_of_two(preferred: f64, other: f64) -> f64 {
    cold_path();
    let first = if preferred.is_nan() { preferred } else { other };
    if first.is_nan() { f64::from_bits(first.to_bits() | BINARY64.quiet) } else { INVALID_F64 }
}
