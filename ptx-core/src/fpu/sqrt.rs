//! Square root: a candidate from a table and Goldschmidt's iteration in fixed point, then a correction by the exact
//! remainder.
//!
//! The operand is `4^k * m` with `m` in [1, 4). The code computes √m, which is in [1, 2), with integers. The suffix
//! `_qN` means N fraction bits. The method is from musl's `sqrt.c` (Szabolcs Nagy), with a finer table.
//!
//! # Candidate
//!
//! `r` approximates 1/√m, and `s = m r` approximates √m. An iteration step computes `u = 3 - s r` and replaces `r` by
//! `r u / 2` and `s` by `s u / 2`. If `e` is the relative error of `r`, the new relative error is `-1.5 e^2 - 0.5 e^3`.
//!
//! | | bound of the relative error |
//! |---|---|
//! | table | 2^-16.3 |
//! | after a step in 32 bits, with truncations of 2^-31 | 2^-28 |
//! | after a second step, in 64 bits (binary64 only) | 2^-55.4 |
//!
//! The table has 64 segments for [1, 2) and 64 for [2, 4). In each segment a line approximates 1/√m. The width of a
//! segment is at most 1/64 of every `m` in it. The chord of 1/√m is therefore above the curve by at most a relative
//! 3/32 · 2^-12, which is 2^-15.4. The line is below the chord by half of the largest distance. The bound 2^-16.3
//! includes the rounding of the coefficients; this bound was computed for all binary32 fractions.
//!
//! # Correction
//!
//! `n` is the candidate, truncated to the precision of the format. In units of its last place, `n < √m < n + 1.2`:
//!
//! * The error after a step is negative, so the step leaves the candidate below √m. Truncating `s r` could raise the
//!   candidate above √m. The code therefore subtracts `s r` from the number just below 3 instead of from 3.
//! * Truncation lowers the candidate by less than one unit. The error of the step lowers it by less than 0.2 units
//!   (0.02 in binary32).
//!
//! The remainder `m - n^2`, in units of the square of the last place, is therefore below `2.4 n + 2`. The remainder
//! fits into a word, so wrapping arithmetic computes it exactly.
//!
//! The code finds the increment of `n` by comparing the remainder with `n` and `2n`. The reason is
//! `(n + 1/2)^2 = n^2 + n + 1/4` and `(n + 1)^2 = n^2 + 2n + 1`. A square root is never a midpoint. An exact root is
//! always `n + 1`, since `n` is below the root.
//!
//! # Speed
//!
//! The binary32 root selects results instead of branching, and loads only one table word, so LLVM vectorises loops. In
//! a dependency chain LLVM branches on a subnormal operand.

use crate::mode::Rounding;
use crate::nan;

/// The largest number below 3 that has 30 fraction bits, in units of 2^-30.
const BELOW_THREE_Q30: u32 = (3 << 30) - 1;
/// The largest number below 3 that has 62 fraction bits, in units of 2^-62.
const BELOW_THREE_Q62: u64 = (3 << 62) - 1;

/// The number of low fraction bits of a binary32 operand that give its position within a segment of [`LINES`].
const PLACE_BITS: u32 = 17;
/// The number of low bits of a word of [`LINES`] that hold the slope of the line.
const SLOPE_BITS: u32 = 13;

/// A table of lines that approximate 1/√m, one line for each segment of `m`. The 64 segments of [2, 4) come first, then
/// the 64 segments of [1, 2).
///
/// A word is the value of the line at the start of the segment, with 32 fraction bits. The value is rounded so that the
/// low 13 bits of the word are the slope. The slope is the decrease from the start to the end of the segment, with 20
/// fraction bits.
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
        // The chord is above the curve, farthest in the middle of the segment. The line is below the chord by half of
        // this distance.
        let above_q28 = (start_q28 + end_q28) / 2 - middle_q28;
        let value_q32 = (start_q28 - above_q28 / 2) << 4;
        let fall_q20 = (fall_q28 + (1 << 7)) >> 8;
        let high = (value_q32 - fall_q20 + (1 << (SLOPE_BITS - 1))) >> SLOPE_BITS;
        lines[i] = (high << SLOPE_BITS | fall_q20) as u32;
        i += 1;
    }
    lines
};

/// Returns the approximation of 1/√m from [`LINES`]. The low 24 bits of the argument are the lowest bit of the exponent
/// field and the upper 23 fraction bits of the operand. Higher bits of the argument are ignored. The exponent biases of
/// f32 (127) and f64 (1023) are odd, so an odd exponent field means that `m` is in [1, 2).
#[inline]
const fn seed_q32(parity_and_fraction: u32) -> u32 {
    let line = LINES[(parity_and_fraction >> PLACE_BITS) as usize & 127];
    let fall_q20 = line & ((1 << SLOPE_BITS) - 1);
    let place_q17 = parity_and_fraction & ((1 << PLACE_BITS) - 1);
    line.wrapping_sub((fall_q20 * place_q17) >> 5)
}

/// Returns the high 32 bits of a product.
#[inline]
const fn mul32(a: u32, b: u32) -> u32 {
    ((a as u64 * b as u64) >> 32) as u32
}

/// Returns the high 64 bits of a product.
#[inline]
const fn mul64(a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> 64) as u64
}

/// Computes the number to add to the truncated root `n`: 0, 1 or 2. The comparisons tell whether the exact root is
/// above `n + 1/2`, at least `n + 1`, or above `n + 1`. The code is a macro instead of a function, because calls take
/// most of the time of const evaluation.
macro_rules! correction {
    ($rounding:ident, $remainder:ident, $n:ident) => {
        match $rounding {
            Rounding::Rn => ($remainder > $n.cast_signed()) as u32,
            Rounding::Rz | Rounding::Rm => ($remainder > $n.cast_signed() << 1) as u32,
            Rounding::Rp => 1 + ($remainder > $n.cast_signed() << 1 | 1) as u32,
        }
    };
}

/// Computes the square root of `a` in binary32.
#[inline]
pub(crate) const fn binary32(a: f32, rounding: Rounding) -> f32 {
    const MIN_NORMAL: u32 = 1 << 23;
    const INFINITY: u32 = 0xff << 23;
    let bits = a.to_bits();
    // A subnormal number is an integer times 2^-149. The code converts the integer to a float and subtracts 149 from
    // its exponent field, which may become negative.
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
    // `half` is one less than the exponent field of the root, since the leading bit of `root` increments the field.
    let half = ((field + 127) >> 1).wrapping_sub(1) as u32;
    let root = f32::from_bits((half << 23).wrapping_add(root));
    if bits.wrapping_sub(1) < INFINITY - 1 {
        return root;
    }
    if bits << 1 == 0 || bits == INFINITY { a } else { nan::F32 }
}

/// Computes the square root of `a` in binary64.
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
        // A subnormal number is an integer times 2^-1074. The code converts the integer to a float and subtracts 1074
        // from its exponent field, which may become negative.
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
    // `half` is one less than the exponent field of the root, since the leading bit of `root` increments the field.
    let half = ((field + 1023) >> 1).wrapping_sub(1) as u64;
    f64::from_bits((half << 52).wrapping_add(root))
}
