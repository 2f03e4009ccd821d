//! Rounds a binary32 to binary16 or bfloat16.

use super::{shorten_fraction, single_to_short};
use crate::flush;
use crate::format::{BINARY32, Format};
use crate::mode::{Rounding, Subnormals};

/// Returns the bits of `x` rounded to a half-precision format; a NaN becomes the canonical one.
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
