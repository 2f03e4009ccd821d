//! Multiplication.

use core::cmp::Ordering::Less;

use crate::format::{infinite, unpack};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{compare, directed, narrow};

/// `a * b` in binary32: 48 bits hold the product exactly.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, r: Rounding, s: Subnormals) -> f32 {
    if matches!((r, s), (Rounding::Rn, Subnormals::Keep)) {
        return nan::canonical(a * b);
    }
    narrow(a as f64 * b as f64, r, s)
}

/// `a * b` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, r: Rounding) -> f64 {
    let product = a * b;
    if nan::is_nan(product) {
        return nan::result(&[a, b]);
    }
    if matches!(r, Rounding::Rn) || infinite(a) || infinite(b) {
        return product;
    }
    if infinite(product) {
        return directed(product, Less, r);
    }
    let (x, y, z) = (unpack(a), unpack(b), unpack(product));
    // The rounded product's unit is never the finer one, as a significand has all 53 bits, unless
    // it is zero, which no shift changes.
    let scale = (z.exp - (x.exp + y.exp)) as u32;
    let nearest = (z.sig as u128).wrapping_shl(scale);
    let exact = compare(x.sig as u128 * y.sig as u128, nearest);
    directed(product, exact, r)
}
