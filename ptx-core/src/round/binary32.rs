//! Rounds a binary64 to binary32, as if the binary64 were the exact result.
//!
//! The native conversion returns the nearest binary32. For a directed rounding, the code compares the nearest binary32
//! with the binary64. The code then changes the nearest binary32 by at most one ulp, as in `adjust.rs`.
//!
//! - Same bits as: [`pack`](super::pack) of the binary64. With `.ftz`, the result is then flushed if [`flush::result`]
//!   returns true.
//! - Test: `doubles_round_to_binary32_as_defined` in `round/tests.rs`.
//! - Times in nanoseconds per operation (`wide` is a loop inside `ptx::wide`):
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

/// Rounds `wide` to binary32 and, with `.ftz`, flushes the result. A NaN becomes the canonical NaN.
///
/// `wide` stands for the exact result of an operation, but may differ from it. `wide` and the exact result must lie on
/// the same side of every binary32 number, and of every midpoint of two binary32 numbers. If the exact result equals a
/// binary32 number or a midpoint, `wide` must equal this number or midpoint too.
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
