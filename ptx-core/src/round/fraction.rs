//! Rounds a binary32 to a format that has the same exponents and a shorter fraction.

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
