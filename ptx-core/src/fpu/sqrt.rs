//! Square root: Newton's iteration for a candidate, then the exact remainder for the rest.

use crate::format::{BINARY64, infinite, negative, unpack};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{directed, narrow, sign};

/// The square root of `a` in binary32.
#[inline]
pub(crate) const fn binary32(a: f32, r: Rounding, s: Subnormals) -> f32 {
    // The last bit of a 26-bit significand in a binary64.
    const UNIT: u64 = 1 << (53 - 26);
    let a = a as f64;
    if nan::is_nan(a) {
        return nan::F32;
    }
    if a == 0.0 || (infinite(a) && !negative(a)) {
        return a as f32;
    }
    if negative(a) {
        return nan::F32;
    }
    // The root rounded to 26 bits, whose square is exact. The exact root is within 0.51 units of
    // the 26th bit, so no number of 25 bits is nearer than the candidate, unless it is that.
    let root = a * reciprocal_root(a);
    let root = f64::from_bits(root.to_bits().wrapping_add(UNIT / 2) & !(UNIT - 1));
    let square = root * root;
    let side = (square < a) as i64 - (square > a) as i64;
    let wide = f64::from_bits(root.to_bits().wrapping_add_signed(side));
    narrow(wide, r, s)
}

/// The square root of `a` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, r: Rounding) -> f64 {
    if nan::is_nan(a) {
        return nan::result(&[a]);
    }
    if a == 0.0 || (infinite(a) && !negative(a)) {
        return a;
    }
    if negative(a) {
        return nan::INVALID_F64;
    }
    // a = m * 4^half with m in [1, 4), an integer `sig` of 53 bits times 2^-52 or 2^-51.
    let x = unpack(a);
    let shift = x.sig.leading_zeros() - (63 - BINARY64.fraction_bits());
    let sig = x.sig.wrapping_shl(shift);
    let exp = x.exp + BINARY64.fraction_bits() as i32 - shift as i32;
    let odd = exp & 1;
    let half = exp >> 1;
    let fraction = sig & (BINARY64.min_normal() - 1);
    let m = f64::from_bits(field(odd) | fraction);

    // One corrected step: within 0.9 units of the last place of the root.
    let y = reciprocal_root(m);
    let h = m * y;
    let root = h + 0.5 * y * (m - h * h);
    let candidate = (root * BINARY64.min_normal() as f64) as u64;

    // The remainder in units of 2^-104: 64 bits of it, read as signed, are all of it.
    let square = candidate.wrapping_mul(candidate);
    let remainder =
        sig.wrapping_shl(BINARY64.fraction_bits() + odd as u32).wrapping_sub(square) as i64;
    // To the nearest: (n + 1/2)^2 = n^2 + n + 1/4.
    let n = candidate as i64;
    let up = remainder > n;
    let down = remainder <= n.wrapping_neg();
    let nearest = n.wrapping_add(up as i64).wrapping_sub(down as i64);
    // (n + 1)^2 = n^2 + (2n + 1), (n - 1)^2 = n^2 - (2n - 1): the change is the sum of the two.
    let change = n.wrapping_add(nearest);
    let remainder = if up {
        remainder.wrapping_sub(change)
    } else if down {
        remainder.wrapping_add(change)
    } else {
        remainder
    };
    let fraction = nearest as u64 & (BINARY64.min_normal() - 1);
    directed(f64::from_bits(field(half) | fraction), sign(remainder), r)
}

/// The exponent field of a normal binary64.
#[inline]
const fn field(exp: i32) -> u64 {
    (exp.wrapping_add(BINARY64.bias()) as u64) << BINARY64.fraction_bits()
}

/// 1 / sqrt(`m`) to a relative error below 2^-34, for a positive normal `m`.
#[inline]
const fn reciprocal_root(m: f64) -> f64 {
    // Halving and negating the exponent gives 5 bits (error 0.0344); a step of Newton's takes an
    // error e to 1.5 e^2: 0.0018, 4.7e-6, 3.3e-11.
    let mut y = f64::from_bits(0x5fe6_eb50_c7b5_37a9_u64.wrapping_sub(m.to_bits() >> 1));
    let half = 0.5 * m;
    y *= 1.5 - half * y * y;
    y *= 1.5 - half * y * y;
    y *= 1.5 - half * y * y;
    y
}
