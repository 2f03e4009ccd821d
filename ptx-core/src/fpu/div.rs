//! Division.

use core::cmp::Ordering::{self, Less};

use crate::format::{infinite, unpack};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{directed, narrow, sign};

/// `a / b` in binary32.
///
/// A quotient of two 24-bit significands is a number of at most 25 bits or at least 2^-49 of
/// itself away from any; binary64's nearest compares with them as the quotient does.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, r: Rounding, s: Subnormals) -> f32 {
    if matches!((r, s), (Rounding::Rn, Subnormals::Keep)) {
        return nan::canonical(a / b);
    }
    narrow(a as f64 / b as f64, r, s)
}

/// `a / b` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, r: Rounding) -> f64 {
    let quotient = a / b;
    if nan::is_nan(quotient) {
        return nan::result(&[a, b]);
    }
    if matches!(r, Rounding::Rn) || infinite(a) || infinite(b) || b == 0.0 {
        return quotient;
    }
    if infinite(quotient) {
        return directed(quotient, Less, r);
    }
    directed(quotient, compare_remainder(a, b, quotient), r)
}

/// How the magnitude of `a / b` compares with that of the nearest `quotient`: the sign of the
/// remainder.
///
/// At most half a unit of the quotient is missing, so the remainder is at most `b / 2` in units of
/// the product `quotient * b`, or less than 2^54 in units of `a` where these are finer: 64 bits of
/// it, read as signed, are all of it.
#[inline]
const fn compare_remainder(a: f64, b: f64, quotient: f64) -> Ordering {
    let (x, y, q) = (unpack(a), unpack(b), unpack(quotient));
    let product = q.sig.wrapping_mul(y.sig);
    let scale = x.exp - (q.exp + y.exp);
    let remainder = if scale >= 0 {
        shift_left(x.sig, scale as u32).wrapping_sub(product)
    } else {
        x.sig.wrapping_sub(shift_left(product, -scale as u32))
    };
    sign(remainder as i64)
}

/// The low 64 bits of `x * 2^by`.
#[inline]
const fn shift_left(x: u64, by: u32) -> u64 {
    if by > 63 { 0 } else { x.wrapping_shl(by) }
}
