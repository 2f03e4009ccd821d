//! Rounds a binary64 that stands for an exact result to binary32.

use crate::format::BINARY32;
use crate::mode::{Rounding, Subnormals};
use crate::{flush, nan};

/// Returns the binary32 result that `wide` stands for: rounded once, flushed with `.ftz`, a NaN replaced by
/// the canonical one.
///
/// `wide` must compare like the exact result with every binary32 number and every midpoint of two. It need
/// not be exact otherwise.
#[inline]
pub(crate) const fn to_binary32(wide: f64, rounding: Rounding, subnormals: Subnormals) -> f32 {
    let nearest = wide as f32;
    let bits = nearest.to_bits().wrapping_add_signed(ulps(nearest as f64, wide, rounding));
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

/// Returns by how many ulps the result's magnitude differs from that of `nearest`, the number nearest to `wide`.
#[inline]
const fn ulps(nearest: f64, wide: f64, rounding: Rounding) -> i32 {
    let away = if wide.is_sign_negative() { -1 } else { 1 };
    let (moves, ulps) = match rounding {
        Rounding::Rn => (false, 0),
        Rounding::Rz => (nearest.abs() > wide.abs(), -1),
        Rounding::Rm => (nearest > wide, -away),
        Rounding::Rp => (nearest < wide, away),
    };
    if moves { ulps } else { 0 }
}
