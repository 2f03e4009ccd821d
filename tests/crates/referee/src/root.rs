//! Computes square roots with integers: takes the integer root of a scaled significand, and rounds
//! the root.

use crate::operation::{INVALID_F64, NAN_F32, nan_f64};
use ptx_core::{Rounding, Subnormals};

/// The unrounded root of a positive finite number: `floor` · 2^`exp`, plus a remainder if
/// `inexact`. The number `floor` has one bit more than the significand of the format.
struct Root {
    floor: u64,
    inexact: bool,
    exp: i32,
}

/// Returns the first `bits` bits of the square root of `sig` · 2^`exp`.
fn root(sig: u64, exp: i32, bits: u32) -> Root {
    // Scales `sig` to 2 · `bits` or to 2 · `bits` - 1 bits. The choice makes the exponent even.
    let mut shift = (2 * bits - (64 - sig.leading_zeros())) as i32;
    shift -= (exp - shift) & 1;
    let radicand = u128::from(sig) << shift;
    // `u64::isqrt` is faster than `u128::isqrt`.
    let floor = u64::try_from(radicand).map_or_else(|_| radicand.isqrt(), |x| x.isqrt().into());
    Root { floor: floor as u64, inexact: floor * floor != radicand, exp: (exp - shift) / 2 }
}

impl Root {
    /// Rounds the root to a format with `f` fraction bits and the exponent bias `bias`. All roots are normal numbers.
    fn pack(&self, f: u32, bias: i32, r: Rounding) -> u64 {
        let up = match r {
            // A root is never a midpoint. A midpoint has `f + 2` significant bits, so its square
            // has more bits than the operand can have.
            Rounding::Rn => self.floor & 1 == 1,
            Rounding::Rp => self.floor & 1 == 1 || self.inexact,
            Rounding::Rz | Rounding::Rm => false,
        };
        let exponent = self.exp + 1 + f as i32 + bias;
        ((exponent as u64 - 1) << f) + (self.floor >> 1) + u64::from(up)
    }
}

/// Computes `sqrt.f32`.
#[must_use]
pub fn sqrt_f32(x: u32, r: Rounding, s: Subnormals) -> u32 {
    let (sign, field, fraction) = (x & 1 << 31, x >> 23 & 0xff, x & 0x7f_ffff);
    match field {
        0 if fraction == 0 || s == Subnormals::Flush => sign,
        255 if fraction == 0 && sign == 0 => x,
        255 => NAN_F32,
        _ if sign != 0 => NAN_F32,
        0 => root(fraction.into(), -149, 25).pack(23, 127, r) as u32,
        e => root((fraction | 1 << 23).into(), e as i32 - 150, 25).pack(23, 127, r) as u32,
    }
}

/// Computes `sqrt.f64`.
#[must_use]
pub fn sqrt_f64(x: u64, r: Rounding) -> u64 {
    let (sign, field, fraction) = (x & 1 << 63, x >> 52 & 0x7ff, x & ((1 << 52) - 1));
    match field {
        0 if fraction == 0 => sign,
        0x7ff if fraction != 0 => nan_f64(&[x]),
        _ if sign != 0 => INVALID_F64,
        0x7ff => x,
        0 => root(fraction, -1074, 54).pack(52, 1023, r),
        e => root(fraction | 1 << 52, e as i32 - 1075, 54).pack(52, 1023, r),
    }
}
