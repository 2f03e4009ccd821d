//! Rounding: its definition, and faster functions that return the same bits.
//!
//! An operation rounds once. [`pack`] defines rounding for any significand and any format. The other files round a
//! result that is already a native float:
//!
//! | file | from | to |
//! |---|---|---|
//! | `adjust` | the nearest float, and whether it is above or below the exact result | this float or its neighbour |
//! | `binary32` | a binary64 that rounds like the exact result | binary32 |
//! | `signed` | a binary64 that rounds like the exact result and whose sign is known early | binary32 |
//! | `odd` | a binary64 | binary32, rounded to odd |
//! | `short` | a binary64 or a binary32 | a shorter format |
//! | `fraction` | a binary32 | a format with the same exponents |
//! | `half` | a binary32 | binary16 or bfloat16 |
//!
//! The first comment of each file names the function that defines the result ("Same bits as"). It also names the test
//! that compares the file with this function, and the time that the file saves. Times are nanoseconds per operation, in
//! the columns of `benches/compare`: a plain loop, a loop inside `ptx::wide` (AVX-512), and a dependency chain. The
//! operands are those that `benches/RESULTS.md` calls data A. The times were measured on an Intel Xeon (model 207),
//! Rust 1.95, 2026-11-23. "The same by `pack`" means the same operation with `pack` instead of the function of the
//! file.
//!
//! A result may be rounded to odd in binary64 first: truncated, with the lowest bit set if it is inexact. Rounding the
//! binary64 to a format that is at least two bits shorter then gives the same bits as rounding the exact result (Boldo
//! and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", IEEE
//! Transactions on Computers 57, 2008).

mod adjust;
mod binary32;
mod fraction;
mod half;
mod odd;
mod pack;
mod short;
mod signed;
#[cfg(test)]
mod tests;

pub(crate) use adjust::{adjusted, adjusted_by_magnitude};
pub(crate) use binary32::to_binary32;
pub(crate) use fraction::shorten_fraction;
pub(crate) use half::single_to_half;
pub(crate) use odd::to_binary32_odd;
pub(crate) use pack::{pack, shift_right_jam};
pub(crate) use short::{double_to_short, single_to_short};
pub(crate) use signed::to_binary32_signed;
