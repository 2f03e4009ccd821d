//! Rounds a binary32 to binary16 (by the code in `short.rs`) or to bfloat16 (by the code in `fraction.rs`).
//!
//! - Same bits as: [`pack`](super::pack) of the number. With `.ftz`, the result is then flushed if [`flush::result`]
//!   returns true.
//! - Test: `singles_round_to_short_formats_as_defined` in `round/tests.rs`.
//! - Times in nanoseconds per operation (`wide` is a loop inside `ptx::wide`):
//!
//! | operation | plain loop | `wide` | dependency chain |
//! |---|---|---|---|
//! | `add.rn.f16` | 1.77 | 0.60 | 5.53 |
//! | the same by `double_to_short` | 2.16 | | 8.59 |
//! | `add.rn.bf16` | 0.27 | 0.16 | 3.93 |
//! | the same by `pack` | 3.83 | 4.07 | 10.53 |

use super::{shorten_fraction, single_to_short};
use crate::flush;
use crate::format::{BINARY32, Format};
use crate::mode::{Rounding, Subnormals};

/// Returns the bits of `x` rounded to a half-precision format; a NaN becomes the canonical NaN.
#[inline(always)]
pub(crate) const fn single_to_half(
    format: Format,
    x: f32,
    rounding: Rounding,
    subnormals: Subnormals,
) -> u16 {
    if format.bias != BINARY32.bias {
        return single_to_short(format, x, rounding, subnormals) as u16;
    }
    let flushed =
        matches!(subnormals, Subnormals::Flush) && flush::result(format, x as f64, rounding);
    let bits = shorten_fraction(format, x, rounding) as u16;
    if flushed { bits & format.sign as u16 } else { bits }
}
