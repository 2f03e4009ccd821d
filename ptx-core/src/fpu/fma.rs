//! Fused multiply-add: the exact product plus the addend, rounded once.

use crate::format::{BINARY16, BINARY64, Format, infinite, negative, normalised, widen};
use crate::fpu::{add, mul};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{narrow, narrow_to, pack, shift_right_jam};

/// `a * b + c` in binary32: 48 bits hold the product exactly.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, c: f32, r: Rounding, s: Subnormals) -> f32 {
    narrow(add::sum_to_odd(a as f64 * b as f64, c as f64, r), r, s)
}

/// `a * b + c` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, c: f64, r: Rounding) -> f64 {
    if nan::is_nan(a) | nan::is_nan(b) | nan::is_nan(c) {
        return nan::result(&[a, b, c]);
    }
    if infinite(c) && !infinite(a) && !infinite(b) {
        return c;
    }
    if a == 0.0 || b == 0.0 || infinite(a) || infinite(b) {
        // The product is a zero or an infinity, or invalid, as the sum may be.
        return add::binary64(mul::binary64(a, b, r), c, r);
    }
    if c == 0.0 {
        return mul::binary64(a, b, r);
    }
    fused(a, b, c, r)
}

/// `a * b + c` of finite numbers, none of them zero.
#[inline]
const fn fused(a: f64, b: f64, c: f64, r: Rounding) -> f64 {
    let (x, y, z) = (normalised(a), normalised(b), normalised(c));
    // Leading bits at 124 or 125 of the product and 124 of the addend; whichever is the smaller is
    // shifted right. Where that loses bits the two lie so far apart that at most one leading bit
    // cancels.
    let product = (x.sig as u128 * y.sig as u128) << 20;
    let addend = (z.sig as u128) << 72;
    let product_exp = x.exp + y.exp - 20;
    let addend_exp = z.exp - 72;
    let apart = product_exp - addend_exp;
    let (product, addend, exp) = if apart >= 0 {
        (product, shift_right_jam(addend, apart as u32), product_exp)
    } else {
        (shift_right_jam(product, -apart as u32), addend, addend_exp)
    };

    let product_negative = negative(a) != negative(b);
    let addend_negative = negative(c);
    let (sum, sign) = if product_negative == addend_negative {
        (product.wrapping_add(addend), product_negative)
    } else if product >= addend {
        (product.wrapping_sub(addend), product_negative)
    } else {
        (addend.wrapping_sub(product), addend_negative)
    };
    if sum == 0 {
        return if matches!(r, Rounding::Rm) { -0.0 } else { 0.0 };
    }
    let zeros = sum.leading_zeros();
    let sum = sum.wrapping_shl(zeros);
    let sig = (sum >> 64) as u64 | (sum as u64 != 0) as u64;
    let exp = exp + 127 - zeros as i32;
    f64::from_bits(pack(BINARY64, sign, exp, sig, r))
}

/// `a * b + c` in a half-precision format.
///
/// Binary64 holds the product exactly, and enough of the sum, rounded to odd. To nearest, the sum of
/// binary16 may be rounded twice: it is a multiple of 2^-48, so one that binary64 does not hold is at
/// least 2^5. Unless it overflows, the product then has bits below 2^-37 and is itself below 2^-16,
/// less than half a place of `c`, to which the sum rounds in any case.
#[inline(always)]
pub(crate) const fn half(f: Format, [a, b, c]: [u16; 3], r: Rounding, s: Subnormals) -> u16 {
    let (product, c) = (widen(f, a) * widen(f, b), widen(f, c));
    let binary16 = f.bias == BINARY16.bias;
    let sum = match r {
        Rounding::Rn if binary16 => product + c,
        _ => add::sum_to_odd(product, c, r),
    };
    narrow_to(f, sum, r, s) as u16
}
