//! `tanh.approx`: hyperbolic tangent.
//!
//! NVIDIA has not published the table of MUFU.TANH. The functions therefore return the correctly rounded result.
//!
//! # Computation
//!
//! The computation uses fixed-point numbers. The suffix `_qN` means N fraction bits.
//!
//! 1. `2x = n ln 2 + r` with `|r| <= 0.35`.
//! 2. `1 - e^-r = r p(r)`, where `p` is a truncated series.
//! 3. `u = 1 - e^-2x = 1 - 2^-n e^-r`, and `tanh x = u / (2 - u)`.
//!
//! # Error
//!
//! The relative error of `p` is 2^-61, and `r` adds a relative error of 2^-62 to `u`. The quotient at most doubles
//! these errors. Two truncations add 2^-63 each. The sum is below 2^-59.
//!
//! Rounding the quotient therefore gives the correctly rounded tanh. A search of all operands that are computed in this
//! way found no tanh within a relative 2^-59 of a midpoint of two neighbours:
//!
//! | format | smallest relative distance from a midpoint |
//! |---|---|
//! | f32 | 2^-50.2, at 3ac37de2 |
//! | f16 | 2^-25.0 |
//! | bf16 | 2^-16.8 |

use crate::format::{BINARY32, Format, widen_single};
use crate::nan;
use crate::round::{Unrounded, pack_positive};

/// ln 2 with 120 fraction bits.
const LN_2_Q120: i128 = 0xb1_7217_f7d1_cf79_abc9_e3b3_9803_f2f7;
/// 1 / ln 2 with 24 fraction bits.
const LOG2_E_Q24: u64 = 24_204_406;
const ONE_Q62: i64 = 1 << 62;
const ONE_Q126: i128 = 1 << 126;
/// The number of terms of the series `p(r)` of step 2, where |r| is at most 0.35. The first omitted term is at most
/// 0.35^17 / 18!, which is below 2^-78.
const TERMS: i64 = 17;

const FRACTION_BITS: u32 = 23;
/// The bits of 2^-12. For a smaller x the result is x, since tanh x = x (1 - x²/3 …) rounds to x.
const IDENTITY_BELOW: u32 = (127 - 12) << FRACTION_BITS;
/// The bits of 2^4. From this x on the result is 1: the smallest operand whose correctly rounded tanh is 1 is near
/// 9.011.
const ONE_FROM: u32 = (127 + 4) << FRACTION_BITS;

/// `tanh.approx.f32`: the hyperbolic tangent of `a`.
///
/// **No bit-exact claim**: the function returns the correctly rounded result. The result of a chip may differ by a
/// relative error of 2^-11. Subnormal numbers are kept.
///
/// | a | ±0 | ±infinity | NaN |
/// |---|---|---|---|
/// | result | ±0 | ±1 | `7fffffff` |
///
/// Source: PTX ISA, `tanh` (relative error up to 2^-11). [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::tanh_approx_f32;
/// assert_eq!(tanh_approx_f32(0.5).to_bits(), 0x3eec_9a9f);
/// assert_eq!(tanh_approx_f32(-20.0), -1.0);
/// ```
#[must_use]
pub const fn tanh_approx_f32(a: f32) -> f32 {
    if a.is_nan() {
        return nan::F32;
    }
    let magnitude = match a.abs().to_bits() {
        x @ 0..IDENTITY_BELOW => x,
        x @ IDENTITY_BELOW..ONE_FROM => pack_positive(BINARY32, tanh(x)) as u32,
        _ => 1.0f32.to_bits(),
    };
    f32::from_bits(magnitude).copysign(a)
}

/// Computes the correctly rounded tanh in a half-precision format.
#[inline(always)]
pub(in crate::isa) const fn tanh_half(f: Format, a: u16) -> u16 {
    if f.is_nan(a as u64) {
        return f.nan as u16;
    }
    let magnitude = a & f.nan as u16;
    let magnitude = match widen_single(f, magnitude).to_bits() {
        0..IDENTITY_BELOW => magnitude,
        x @ IDENTITY_BELOW..ONE_FROM => pack_positive(f, tanh(x)) as u16,
        _ => f.one as u16,
    };
    magnitude | a & f.sign as u16
}

/// Computes tanh x before rounding, given the bits of an x in [2^-12, 2^4). Nothing overflows. The code uses wrapping
/// operations, since the compiler adds overflow checks to `+`, `-` and `<<`.
const fn tanh(x: u32) -> Unrounded {
    let significand = (1 << FRACTION_BITS | x & ((1 << FRACTION_BITS) - 1)) as u64;
    let exponent = (x >> FRACTION_BITS).wrapping_sub(127);
    let two_x_q58 = significand.wrapping_shl(exponent.wrapping_add(1 + 58 - FRACTION_BITS));

    // Step 1: 2x = n ln 2 + r.
    let n = ((two_x_q58 >> 34) * LOG2_E_Q24 + (1 << 47)) >> 48;
    let r_q120 = ((two_x_q58 as i128) << 62) - n as i128 * LN_2_Q120;
    let r_q64 = (r_q120 >> 56) as i64 as i128;

    // Step 2: p = 1 - r/2 (1 - r/3 (1 - r/4 …)).
    let mut p_q62 = ONE_Q62;
    let mut k = TERMS;
    while k > 1 {
        p_q62 = ONE_Q62.wrapping_sub(((r_q64 * p_q62 as i128) >> 64) as i64 / k);
        k -= 1;
    }

    // Step 3: u = 1 - 2^-n e^-r, which is in (0, 1).
    let e_to_minus_r_q126 = ONE_Q126.wrapping_sub(r_q64 * p_q62 as i128);
    let u_q126 = ONE_Q126.wrapping_sub(e_to_minus_r_q126.wrapping_shr(n as u32)) as u128;
    let divisor_q63 = ((2 * ONE_Q126 as u128).wrapping_sub(u_q126) >> 63) | 1 << 63;
    let scale = (u_q126 << 1).leading_zeros();
    let quotient = (u_q126.wrapping_shl(scale) / divisor_q63) as u64;

    // The quotient approximates tanh x · 2^(63 + scale). tanh x is never representable, so the lowest bit is set to
    // mark the result as inexact.
    let zeros = quotient.leading_zeros();
    let exp = (scale as i32).wrapping_add(zeros as i32).wrapping_neg();
    Unrounded { exp, sig: quotient.wrapping_shl(zeros) | 1 }
}
