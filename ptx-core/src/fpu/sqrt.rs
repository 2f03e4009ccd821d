//! Square root: Goldschmidt's iteration in fixed point for a candidate, then the exact remainder.
//!
//! The operand is `4^half * m` with `m` in [1, 4); the root of `m`, in [1, 2), is found as an integer
//! (`_qN`: N fraction bits). The method is that of musl's `sqrt.c` (Szabolcs Nagy), its table computed
//! here. With `r` near 1/√m and `s = m r`, a step takes `u = 3 - s r` and makes `r u / 2` and `s u / 2`
//! of them: a relative error `e` of `r` becomes `-1.5 e^2 - 0.5 e^3`.
//!
//! * The seed: 64 segments for each of [1, 2) and [2, 4), a segment at most 1/64 of its operand wide,
//!   with 1/√ of its middle rounded to 16 bits: the error is below 2^-7.99.
//! * After one step it is below 2^-15.3, after two below 2^-28, truncations of 2^-31 included.
//! * The third step, in 64 bits, leaves less than 2^-55.4.
//!
//! Steps leave the root too small, and truncation of `s r` makes it too great by at most two units of
//! the last place, which are taken off. So the candidate `n`, cut to the precision of the format, is
//! below the root, and the root below `n + 1.2` (binary32: the error of two steps is 0.13 units). The
//! remainder `m - n^2`, in units of the square of n's last place, is below `2.4 n + 2`: the low bits of
//! it, as many as the format has, are all of it.
//!
//! As (n + 1/2)^2 = n^2 + n + 1/4 and (n + 1)^2 = n^2 + 2n + 1, the remainder says what to add to `n`;
//! no root lies on the middle of two numbers, and one that is a number is n + 1.

use crate::mode::Rounding;
use crate::nan;

const THREE_Q30: u32 = 3 << 30;
const THREE_Q62: u64 = 3 << 62;

/// 1/√m for `m` in the middle of each segment, the 64 of [2, 4) before the 64 of [1, 2).
const SEEDS_Q16: &[u16; 128] = &{
    let mut seeds = [0; 128];
    let mut i = 0;
    while i < seeds.len() {
        let middle_q7 = 129 + 2 * (i as u64 & 63);
        let middle_q7 = if i < 64 { 2 * middle_q7 } else { middle_q7 };
        let seed_q17 = ((1_u64 << (34 + 7)) / middle_q7).isqrt();
        seeds[i] = ((seed_q17 + 1) >> 1) as u16;
        i += 1;
    }
    seeds
};

/// The seed for an exponent field's lowest bit and six bits of fraction. Both biases are odd: an odd
/// field means that `m` is in [1, 2).
#[inline]
const fn seed_q32(parity_and_fraction: usize) -> u32 {
    (SEEDS_Q16[parity_and_fraction & 127] as u32) << 16
}

/// The high half of a product.
#[inline]
const fn mul32(a: u32, b: u32) -> u32 {
    ((a as u64 * b as u64) >> 32) as u32
}

/// The high half of a product.
#[inline]
const fn mul64(a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> 64) as u64
}

/// A step of Goldschmidt's.
#[inline]
const fn step(r_q32: u32, s_q30: u32) -> (u32, u32) {
    let u_q30 = THREE_Q30.wrapping_sub(mul32(s_q30, r_q32));
    (mul32(r_q32, u_q30) << 1, mul32(s_q30, u_q30) << 1)
}

/// What to add to the candidate `n`, `remainder` being `m - n^2`.
#[inline]
const fn correction(r: Rounding, n: i64, remainder: i64) -> i64 {
    match r {
        Rounding::Rn => (remainder > n) as i64,
        Rounding::Rz | Rounding::Rm => (remainder > 2 * n) as i64,
        Rounding::Rp => 1 + (remainder > 2 * n + 1) as i64,
    }
}

/// The square root of `a` in binary32.
#[inline]
pub(crate) const fn binary32(a: f32, r: Rounding) -> f32 {
    const MIN_NORMAL: u32 = 1 << 23;
    const INFINITY: u32 = 0xff << 23;
    let bits = a.to_bits();
    let mut normal = bits;
    if bits.wrapping_sub(MIN_NORMAL) >= INFINITY - MIN_NORMAL {
        if bits << 1 == 0 || bits == INFINITY {
            return a;
        }
        if bits > INFINITY {
            return nan::F32;
        }
        // A subnormal number is an integer times 2^-149; the exponent field goes on below zero.
        normal = (bits.cast_signed() as f32).to_bits().wrapping_sub(149 << 23);
    }
    let field = normal.cast_signed() >> 23;
    let significand = normal & (MIN_NORMAL - 1) | MIN_NORMAL;
    let m_q30 = significand << (8 - (field & 1));

    let r_q32 = seed_q32((normal >> 17) as usize);
    let (r_q32, s_q30) = step(r_q32, mul32(m_q30, r_q32));
    let (_, s_q30) = step(r_q32, s_q30);
    let n = s_q30.wrapping_sub(2) >> 7;
    let remainder = (m_q30 << 16).wrapping_sub(n.wrapping_mul(n)).cast_signed();
    let root = n.wrapping_add(correction(r, n as i64, remainder as i64) as u32);
    // The leading bit of the root counts on into the exponent field.
    let half = ((field + 127) >> 1).wrapping_sub(1) as u32;
    f32::from_bits((half << 23).wrapping_add(root))
}

/// The square root of `a` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, r: Rounding) -> f64 {
    const MIN_NORMAL: u64 = 1 << 52;
    const INFINITY: u64 = 0x7ff << 52;
    let bits = a.to_bits();
    let mut normal = bits;
    if bits.wrapping_sub(MIN_NORMAL) >= INFINITY - MIN_NORMAL {
        if nan::is_nan(a) {
            return nan::result(&[a]);
        }
        if bits << 1 == 0 || bits == INFINITY {
            return a;
        }
        if bits > INFINITY {
            return nan::INVALID_F64;
        }
        // A subnormal number is an integer times 2^-1074; the exponent field goes on below zero.
        normal = (bits.cast_signed() as f64).to_bits().wrapping_sub(1074 << 52);
    }
    let field = normal.cast_signed() >> 52;
    let significand = normal & (MIN_NORMAL - 1) | MIN_NORMAL;
    let m_q62 = significand << (11 - (field & 1));

    let r_q32 = seed_q32((normal >> 46) as usize);
    let s_q30 = mul32((m_q62 >> 32) as u32, r_q32);
    let (r_q32, s_q30) = step(r_q32, s_q30);
    let (r_q32, _) = step(r_q32, s_q30);
    let r_q64 = (r_q32 as u64) << 32;
    let s_q62 = mul64(m_q62, r_q64);
    let s_q61 = mul64(s_q62, THREE_Q62.wrapping_sub(mul64(s_q62, r_q64)));
    let n = s_q61.wrapping_sub(2) >> 9;
    let remainder = (m_q62 << 42).wrapping_sub(n.wrapping_mul(n)).cast_signed();
    let root = n.wrapping_add(correction(r, n as i64, remainder) as u64);
    // The leading bit of the root counts on into the exponent field.
    let half = ((field + 1023) >> 1).wrapping_sub(1) as u64;
    f64::from_bits((half << 52).wrapping_add(root))
}
