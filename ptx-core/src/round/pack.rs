//! The definition of rounding.
//!
//! [`pack`] rounds an integer significand to any format, with any rounding, and supports subnormal results. The code is
//! written for clarity, not speed. [`pack`] splits the significand into the bits that the format keeps and the
//! discarded bits. [`rounds_up`] compares the discarded bits with half a unit in the last place. All other functions of
//! [`round`](super) return the same bits faster; `round/tests.rs` compares each of them with `pack`.
//!
//! `tests/differential.rs` compares operations that call `pack` with `rustc_apfloat`: `mul`, `div` and `fma` of `.f64`,
//! and `cvt` from integers.

use crate::format::Format;
use crate::mode::Rounding;

/// Rounds the magnitude `sig * 2^(exp - 63)` to a format and packs it with its sign.
///
/// The highest bit of `sig` must be set. If the exact magnitude also has nonzero bits below the lowest bit of `sig`,
/// the lowest bit of `sig` must be set.
#[inline(always)]
pub(crate) const fn pack(
    format: Format,
    negative: bool,
    exp: i32,
    sig: u64,
    rounding: Rounding,
) -> u64 {
    // A subnormal result has the same unit in the last place as the smallest normal number, so `pack` keeps fewer bits
    // of the significand.
    let below = format.min_exponent.saturating_sub(exp);
    let subnormal = below > 0;
    let sig = if subnormal { shift_right_jam(sig as u128, below as u32) as u64 } else { sig };
    let lost = 63 - format.fraction_bits;
    let kept = sig >> lost;
    let rest = sig & ((1 << lost) - 1);
    let half_unit = 1 << (lost - 1);
    let up = rounds_up(rounding, negative, kept, rest, half_unit);
    // The exponent field of a normal result is `field + 1`. The leading bit of `kept` is just above the fraction, so
    // the addition of `kept` increments the field. A carry out of the fraction increments the field, too.
    let field = if subnormal { 0 } else { exp.wrapping_sub(format.min_exponent) as u64 };
    let bits = (field << format.fraction_bits).wrapping_add(kept).wrapping_add(up as u64);
    let overflow = bits >= format.infinity;
    let bits = if !overflow {
        bits
    } else if matches!(rounding, Rounding::Rn) || rounding.is_away(negative) {
        format.infinity
    } else {
        format.infinity - 1
    };
    if negative { format.sign | bits } else { bits }
}

/// Returns whether rounding increments `kept`. The argument `rest` holds the discarded bits; `half_unit` is the value
/// of `rest` at a midpoint.
#[inline]
const fn rounds_up(
    rounding: Rounding,
    negative: bool,
    kept: u64,
    rest: u64,
    half_unit: u64,
) -> bool {
    match rounding {
        Rounding::Rn => (rest > half_unit) | ((rest == half_unit) & (kept & 1 == 1)),
        _ => (rest != 0) & rounding.is_away(negative),
    }
}

/// Shifts `x` right by `by` bits. If a nonzero bit is shifted out, sets the lowest bit of the result.
#[inline]
pub(crate) const fn shift_right_jam(x: u128, by: u32) -> u128 {
    if by > 127 {
        (x != 0) as u128
    } else {
        let kept = x.wrapping_shr(by);
        kept | (kept.wrapping_shl(by) != x) as u128
    }
}
