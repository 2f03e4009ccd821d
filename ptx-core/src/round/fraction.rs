//! Rounds a binary32 to a format that has the same exponents and a shorter fraction.
//!
//! If the number must be rounded up, the code adds an increment that carries into the kept bits. The code then drops
//! the low bits. A carry out of the fraction increments the exponent field. The result is therefore also correct for
//! subnormal numbers and for overflow.
//!
//! - Same bits as: [`pack`](super::pack) of the number.
//! - Test: `singles_round_to_short_formats_as_defined` in `round/tests.rs`.
//! - Times in nanoseconds per operation (`wide` is a loop inside `ptx::wide`):
//!
//! | operation | plain loop | `wide` | dependency chain |
//! |---|---|---|---|
//! | `cvt.rn.bf16.f32` | 0.25 | 0.10 | 1.20 |
//! | the same by `pack` | 3.29 | 3.93 | 8.59 |
//! | `cvt.rz.bf16.f32` | 0.17 | | 0.36 |
//! | the same by `pack` | 2.45 | | 7.58 |

use crate::format::{BINARY32, Format};
use crate::mode::Rounding;

/// Returns the bits of `x` rounded to `format`: bfloat16 or tf32.
#[inline(always)]
pub(crate) const fn shorten_fraction(format: Format, x: f32, rounding: Rounding) -> u64 {
    let bits = x.to_bits();
    let lost = BINARY32.fraction_bits - format.fraction_bits;
    let below = (1 << lost) - 1;
    let carry = match rounding {
        Rounding::Rn => (below >> 1) + (bits >> lost & 1),
        _ if rounding.is_away(bits >> 31 != 0) => below,
        _ => 0,
    };
    let nan = BINARY32.is_nan(bits as u64);
    if nan { format.nan } else { (bits.wrapping_add(carry) >> lost) as u64 }
}
