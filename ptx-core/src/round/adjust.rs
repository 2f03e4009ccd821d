//! Moves the nearest number to the result of a directed rounding.
//!
//! The nearest number is one of the two around the exact result. A directed rounding therefore returns it or
//! its neighbour on the other side of the exact result. Consecutive numbers have consecutive bit patterns, zero
//! and infinity included, so the neighbour's bits are one more or one less.

use crate::mode::Rounding;

/// Returns the rounded result, given the nearest number and whether the exact magnitude lies above or below it.
#[inline]
pub(crate) const fn adjusted_by_magnitude(
    nearest: f64,
    above: bool,
    below: bool,
    rounding: Rounding,
) -> f64 {
    let away = rounding.is_away(nearest.is_sign_negative());
    let up = away & above;
    let down = !away & !matches!(rounding, Rounding::Rn) & below;
    let ulps = up as i64 - down as i64;
    f64::from_bits(nearest.to_bits().wrapping_add_signed(ulps))
}

/// Returns the bits of the rounded result, given the nearest number and a comparison.
///
/// `found` and `exact` differ, and `nearest` lies above the exact result if `found > exact`, below it otherwise.
/// One comparison therefore decides.
#[inline]
pub(crate) const fn adjusted(nearest: f64, found: f64, exact: f64, rounding: Rounding) -> u64 {
    let minus = nearest.is_sign_negative();
    let (moves, ulps) = match rounding {
        Rounding::Rn => (false, 0),
        Rounding::Rz => ((found > exact) != minus, -1),
        Rounding::Rm => (found > exact, if minus { 1 } else { -1 }),
        Rounding::Rp => (found < exact, if minus { -1 } else { 1 }),
    };
    nearest.to_bits().wrapping_add_signed(if moves { ulps } else { 0 })
}
