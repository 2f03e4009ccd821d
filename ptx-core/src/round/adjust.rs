//! Turns the nearest number into the result of a directed rounding.
//!
//! The exact result is equal to `nearest`, or lies between `nearest` and one of its two neighbours. A directed rounding
//! therefore returns `nearest` or this neighbour. Consecutive floats have consecutive bit patterns, zero and infinity
//! included. The neighbour's bits are therefore the bits of `nearest` plus or minus 1.
//!
//! - Same bits as: [`pack`](super::pack) of the exact result, with a directed rounding.
//! - Test: `the_nearest_double_is_adjusted_as_defined` in `round/tests.rs`.
//! - Saves the computation of the exact significand, which `pack` needs and native arithmetic does not provide.
//!
//! [`adjusted`] and [`adjusted_by_magnitude`] return the same bits. `adjusted` compares two floats.
//! `adjusted_by_magnitude` takes the results of two comparisons; its callers compare an integer error with 0. Times in
//! nanoseconds per operation (`wide` is a loop inside `ptx::wide`):
//!
//! | operation | plain loop | `wide` | dependency chain |
//! |---|---|---|---|
//! | `fma.rp.f64` with `adjusted` (in use) | 4.06 | 3.52 | 8.11 |
//! | `fma.rp.f64` with `adjusted_by_magnitude` | 4.66 | | 10.58 |
//! | `mul.rp.f64` with `adjusted_by_magnitude` (in use) | 2.51 | | 5.30 |
//! | `mul.rp.f64` with two other comparisons, which include the sign of the product | 6.43 | | 6.18 |

use crate::mode::Rounding;

/// Returns the exact result rounded by `rounding`. The argument `nearest` is the exact result rounded to nearest.
/// `above` and `below` tell whether the exact magnitude is greater or less than the magnitude of `nearest`.
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

/// Computes by how many ulps a directed rounding changes the magnitude of `nearest`: 1, 0 or -1.
///
/// | argument | meaning |
/// |---|---|
/// | `$minus` | `nearest` is negative |
/// | `$too_great` | the magnitude of `nearest` exceeds the exact magnitude |
/// | `$above` | `nearest` exceeds the exact result |
/// | `$below` | `nearest` is less than the exact result |
///
/// Each rounding evaluates at most one of the last three arguments. `ulps` is a macro: with a function instead,
/// `fma.rz.f64` takes 2.5 times as long inside `ptx::wide`.
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

/// Returns the bits of the exact result rounded by `rounding`. The argument `nearest` is the exact result rounded to
/// nearest. `nearest` is above the exact result if `found > exact`, and below the exact result if `found < exact`. If
/// `nearest` equals the exact result, the returned bits have no meaning.
#[inline]
pub(crate) const fn adjusted(nearest: f64, found: f64, exact: f64, rounding: Rounding) -> u64 {
    let minus = nearest.is_sign_negative();
    let ulps = ulps!(rounding, minus, (found > exact) != minus, found > exact, found < exact);
    nearest.to_bits().wrapping_add_signed(ulps)
}
