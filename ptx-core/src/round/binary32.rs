//! Rounds a binary64 that stands for an exact result to binary32.
//!
//! The native conversion gives the nearest binary32. For a directed rounding the code compares this number with the
//! binary64 and moves it by at most one ulp, as in `adjust.rs`.
//!
//! - Equals: [`pack`](super::pack) of the binary64; with `.ftz` flushed according to [`flush::result`].
//! - Test: `doubles_round_to_binary32_as_defined` in `round/tests.rs`.
//! - Saves, in nanoseconds per operation:
//!
//! | operation | plain loop | `wide` | dependency chain |
//! |---|---|---|---|
//! | `fma.rn.f32` | 1.86 | 0.54 | 5.61 |
//! | the same by `pack` | 7.14 | 6.19 | 10.84 |
//! | `cvt.rz.f32.f64` | 0.93 | | 5.38 |
//! | the same by `pack` | 4.94 | | 5.34 |

use super::adjust::ulps;
use crate::format::BINARY32;
use crate::mode::{Rounding, Subnormals};
use crate::{flush, nan};

/// Returns the binary32 result that `wide` stands for: rounded once, and flushed with `.ftz`. A NaN is replaced by
/// the canonical NaN.
///
/// `wide` need not be the exact result. It must only compare like the exact result with every binary32 number and
/// with every midpoint of two neighbouring ones.
#[inline]
pub(crate) const fn to_binary32(wide: f64, rounding: Rounding, subnormals: Subnormals) -> f32 {
    let nearest = wide as f32;
    let rounded = nearest as f64;
    let minus = wide.is_sign_negative();
    let too_great = rounded.abs() > wide.abs();
    let ulps = ulps!(rounding, minus, too_great, rounded > wide, rounded < wide);
    let bits = nearest.to_bits().wrapping_add_signed(ulps);
    let bits = match subnormals {
        Subnormals::Flush if flush::result(BINARY32, wide, rounding) => bits & BINARY32.sign as u32,
        _ => bits,
    };
    if wide.is_nan() {
        nan::cold_path();
        nan::F32
    } else {
        f32::from_bits(bits)
    }
}
