//! Turns the nearest number into the result of a directed rounding.
//!
//! The nearest number is one of the two around the exact result. A directed rounding therefore returns it or
//! its neighbour on the other side of the exact result. Consecutive numbers have consecutive bit patterns, zero
//! and infinity included, so the neighbour's bits are one more or one less.
//!
//! - Equals: [`pack`](super::pack) of the exact result, with a directed rounding.
//! - Test: `the_nearest_double_is_adjusted_as_defined` in `round/tests.rs`.
//! - Saves: the significand of the exact result, which `pack` needs and native arithmetic does not give.
//!
//! [`adjusted`] and [`adjusted_by_magnitude`] return the same bits. `adjusted` compares two floats once.
//! `adjusted_by_magnitude` takes the results of two comparisons, which its callers make on an integer error. Each is
//! faster for its own callers, in nanoseconds per operation:
//!
//! | operation | plain loop | `wide` | dependency chain |
//! |---|---|---|---|
//! | `fma.rp.f64`, by `adjusted` | 4.06 | 3.52 | 8.11 |
//! | the same by `adjusted_by_magnitude` | 4.66 | | 10.58 |
//! | `mul.rp.f64`, by `adjusted_by_magnitude` | 2.51 | | 5.30 |
//! | the same, with both comparisons combined with the sign of the product | 6.43 | | 6.18 |

use crate::mode::Rounding;

/// Returns the rounded result, given the nearest number and whether the exact magnitude lies above or below its
/// magnitude.
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

/// Computes by how many ulps the magnitude of the nearest number changes: 1, 0 or -1.
///
/// `$minus` tells whether the nearest number is negative. `$too_great` tells whether its magnitude exceeds the exact
/// magnitude, `$above` and `$below` whether it is above or below the exact result. Each rounding evaluates at most one
/// of these three. `ulps` is a macro, since a function makes `fma.rz.f64` inside `wide` take 2.5 times as long.
macro_rules! ulps {
    ($rounding:expr, $minus:expr, $too_great:expr, $above:expr, $below:expr) => {{
        let (moves, ulps) = match $rounding {
            Rounding::Rn => (false, 0),
            Rounding::Rz => ($too_great, -1),
            Rounding::Rm => ($above, if $minus { 1 } else { -1 }),
            Rounding::Rp => ($below, if $minus { -1 } else { 1 }),
        };
        if moves { ulps } else { 0 }
    }};
}
pub(super) use ulps;

/// Returns the bits of the rounded result, given the nearest number and two unequal numbers that tell its side:
/// `nearest` lies above the exact result if `found > exact`, and below it if `found < exact`.
#[inline]
pub(crate) const fn adjusted(nearest: f64, found: f64, exact: f64, rounding: Rounding) -> u64 {
    let minus = nearest.is_sign_negative();
    let ulps = ulps!(rounding, minus, (found > exact) != minus, found > exact, found < exact);
    nearest.to_bits().wrapping_add_signed(ulps)
}
