//! Square root: a seed, Goldschmidt's iteration in fixed point for a candidate, then the exact remainder.
//!
//! The operand is `4^half * m` with `m` in [1, 4); the root of `m`, in [1, 2), is found as an integer
//! (`_qN`: N fraction bits). The method is that of musl's `sqrt.c` (Szabolcs Nagy), with a finer seed.
//! With `r` near 1/√m and `s = m r`, a step takes `u = 3 - s r` and makes `r u / 2` and `s u / 2` of
//! them: a relative error `e` of `r` becomes `-1.5 e^2 - 0.5 e^3`.
//!
//! * The seed: 64 segments for each of [1, 2) and [2, 4), a segment at most 1/64 of its operand wide,
//!   with a line in each. A chord of 1/√ is above it by at most 3/32 of the square of that width,
//!   2^-15.4, and the line takes half of that off: with its coefficients rounded, and over all fractions
//!   of binary32, the error is below 2^-16.3.
//! * After a step it is below 2^-28, truncations of 2^-31 included.
//! * The second step, for binary64, in 64 bits, leaves less than 2^-55.4.
//!
//! A step leaves the root too small; so that the truncation of `s r` does not make it too great, `u` is
//! taken from the number below 3. So the candidate `n`, cut to the precision of the format, is below the
//! root, and the root below `n + 1.2` (binary32: the error of the step is 0.02 units). The remainder
//! `m - n^2`, in units of the square of n's last place, is below `2.4 n + 2`: the low bits of it, as
//! many as the format has, are all of it.
//!
//! As (n + 1/2)^2 = n^2 + n + 1/4 and (n + 1)^2 = n^2 + 2n + 1, the remainder says what to add to `n`;
//! no root lies on the middle of two numbers, and one that is a number is n + 1.
//!
//! binary32 takes selections, and one word of a table, so that loops of it become vectors. In a chain of operations
//! a subnormal operand is a branch.

use crate::mode::Rounding;
use crate::nan;

/// 3 less a unit of the last place.
const BELOW_THREE_Q30: u32 = (3 << 30) - 1;
const BELOW_THREE_Q62: u64 = (3 << 62) - 1;

/// Bits of a binary32's fraction that say where in its segment an operand is.
const PLACE_BITS: u32 = 17;
/// The low bits of a line that are its slope, too.
const SLOPE_BITS: u32 = 13;

/// 1/√m as a line in each segment, the 64 of [2, 4) before the 64 of [1, 2): the Q32 value at the start,
/// whose low bits are by how much it falls to the end as Q20.
const LINES: &[u32; 128] = &{
    let mut lines = [0; 128];
    let mut i = 0;
    while i < lines.len() {
        let half_q7 = if i < 64 { 2 } else { 1 };
        let start_q7 = half_q7 * (128 + 2 * (i as u64 & 63));
        let start_q28 = ((1 << 63) / start_q7).isqrt();
        let middle_q28 = ((1 << 63) / (start_q7 + half_q7)).isqrt();
        let end_q28 = ((1 << 63) / (start_q7 + 2 * half_q7)).isqrt();
        let fall_q28 = start_q28 - end_q28;
        // The chord is above the curve, most in the middle: half of that is taken off.
        let above_q28 = (start_q28 + end_q28) / 2 - middle_q28;
        let value_q32 = (start_q28 - above_q28 / 2) << 4;
        let fall_q20 = (fall_q28 + (1 << 7)) >> 8;
        let high = (value_q32 - fall_q20 + (1 << (SLOPE_BITS - 1))) >> SLOPE_BITS;
        lines[i] = (high << SLOPE_BITS | fall_q20) as u32;
        i += 1;
    }
    lines
};

/// 1/√m for the low 24 bits of a binary32: the exponent field's lowest bit and the fraction. Both biases
/// are odd: an odd field means that `m` is in [1, 2).
#[inline]
const fn seed_q32(parity_and_fraction: u32) -> u32 {
    let line = LINES[(parity_and_fraction >> PLACE_BITS) as usize & 127];
    let fall_q20 = line & ((1 << SLOPE_BITS) - 1);
    let place_q17 = parity_and_fraction & ((1 << PLACE_BITS) - 1);
    line.wrapping_sub((fall_q20 * place_q17) >> 5)
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

/// What to add to the candidate: the remainder says whether the root is nearer to the next number, is that at
/// least, or is above it. Not a function, since const evaluation spends its time on calls.
macro_rules! correction {
    ($rounding:ident, $remainder:ident, $n:ident) => {
        match $rounding {
            Rounding::Rn => ($remainder > $n.cast_signed()) as u32,
            Rounding::Rz | Rounding::Rm => ($remainder > $n.cast_signed() << 1) as u32,
            Rounding::Rp => 1 + ($remainder > $n.cast_signed() << 1 | 1) as u32,
        }
    };
}

/// The square root of `a` in binary32.
#[inline]
pub(crate) const fn binary32(a: f32, rounding: Rounding) -> f32 {
    const MIN_NORMAL: u32 = 1 << 23;
    const INFINITY: u32 = 0xff << 23;
    let bits = a.to_bits();
    // A subnormal number is an integer times 2^-149; the exponent field goes on below zero.
    let normal = if bits < MIN_NORMAL {
        nan::cold_path();
        (bits.cast_signed() as f32).to_bits().wrapping_sub(149 << 23)
    } else {
        bits
    };
    let field = normal.cast_signed() >> 23;
    let significand = normal & (MIN_NORMAL - 1) | MIN_NORMAL;
    let m_q30 = significand << (8 - (field & 1));

    let r_q32 = seed_q32(normal);
    let s_q30 = mul32(m_q30, r_q32);
    let u_q30 = BELOW_THREE_Q30.wrapping_sub(mul32(s_q30, r_q32));
    let n = mul32(s_q30, u_q30) >> 6;
    let remainder = (m_q30 << 16).wrapping_sub(n.wrapping_mul(n)).cast_signed();
    let up = correction!(rounding, remainder, n);
    let root = n.wrapping_add(up);
    // The leading bit of the root counts on into the exponent field.
    let half = ((field + 127) >> 1).wrapping_sub(1) as u32;
    let root = f32::from_bits((half << 23).wrapping_add(root));
    if bits.wrapping_sub(1) < INFINITY - 1 {
        return root;
    }
    if bits << 1 == 0 || bits == INFINITY { a } else { nan::F32 }
}

/// The square root of `a` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, rounding: Rounding) -> f64 {
    const MIN_NORMAL: u64 = 1 << 52;
    const INFINITY: u64 = 0x7ff << 52;
    let bits = a.to_bits();
    let mut normal = bits;
    if bits.wrapping_sub(MIN_NORMAL) >= INFINITY - MIN_NORMAL {
        if a.is_nan() {
            return nan::propagated(&[a]);
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

    let r_q32 = seed_q32((normal >> 29) as u32);
    let s_q30 = mul32((m_q62 >> 32) as u32, r_q32);
    let u_q30 = BELOW_THREE_Q30.wrapping_sub(mul32(s_q30, r_q32));
    let r_q32 = mul32(r_q32, u_q30) << 1;
    let r_q64 = (r_q32 as u64) << 32;
    let s_q62 = mul64(m_q62, r_q64);
    let u_q62 = BELOW_THREE_Q62.wrapping_sub(mul64(s_q62, r_q64));
    let n = mul64(s_q62, u_q62) >> 9;
    let remainder = (m_q62 << 42).wrapping_sub(n.wrapping_mul(n)).cast_signed();
    let up = correction!(rounding, remainder, n);
    let root = n.wrapping_add(up as u64);
    // The leading bit of the root counts on into the exponent field.
    let half = ((field + 1023) >> 1).wrapping_sub(1) as u64;
    f64::from_bits((half << 52).wrapping_add(root))
}
