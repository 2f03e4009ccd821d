//! `ex2.approx` in half precision.
//!
//! NVIDIA has not published how the multi-function unit computes this function. The functions therefore return the
//! correctly rounded result, which is computed by a series in fixed point. The suffix `_qN` means N fraction bits.
//!
//! For the fraction f of the exponent, 2^f = 1 + y (1 + y/2 (1 + y/3 …)) with y = f ln 2. The step for the factor y/k
//! truncates a product and a quotient, which adds an error below 2^-61, and multiplies the previous error by y/k. The
//! sum of these errors is below 2^-60. With the omitted terms of the series and the error of ln 2, the total error is
//! below 2^-59. No 2^a is within 2^-59 of a midpoint of two neighbours. The operands whose power is nearest to a
//! midpoint are:
//!
//! | format | a | relative distance |
//! |---|---|---|
//! | f16 | a86d | 2^-26.2 |
//! | bf16 | bc68 | 2^-19.3 |

use super::halves::halves;
use crate::flush;
use crate::format::{BFLOAT16, BINARY16, Format, magnitude, negative, widen};
use crate::mode::Subnormals;
use crate::round::{Unrounded, pack_positive};

/// ln 2 with 64 fraction bits.
const LN_2_Q64: u64 = 0xb172_17f7_d1cf_79ac;
const ONE_Q62: u64 = 1 << 62;
/// The highest power of y in the series. Because y is below ln 2, the omitted terms sum to less than 2^-76.
const TERMS: u64 = 20;

/// Computes 2^`a`, rounded to nearest.
#[inline(always)]
const fn ex2(f: Format, a: u16) -> u16 {
    /// The smallest magnitude of `a` for which the code returns +inf or 0 without computing a power.
    const OUT_OF_RANGE: f64 = 256.0;
    /// For every magnitude of `a` below this number, the power rounds to 1.
    const ONE_BELOW: f64 = 1.0 / 65536.0;
    let x = widen(f, a);
    if f.is_nan(a as u64) {
        return f.nan as u16;
    }
    let size = f64::from_bits(magnitude(x));
    if size < ONE_BELOW {
        return f.one as u16;
    }
    if size >= OUT_OF_RANGE {
        return if negative(x) { 0 } else { f.infinity as u16 };
    }
    // `x * 2^32` is an integer, since `x` has at most 11 significant bits and a magnitude of at least 2^-16.
    pack_positive(f, power((x * (1_u64 << 32) as f64) as i64)) as u16
}

/// Computes 2^x before rounding.
const fn power(x_q32: i64) -> Unrounded {
    let y_q64 = (x_q32 as u32 as u128 * LN_2_Q64 as u128) >> 32;
    // Evaluates 1 + y (1 + y/2 (1 + y/3 …)), from the innermost term on.
    let mut power_q62 = ONE_Q62;
    let mut k = TERMS;
    while k > 0 {
        power_q62 = ONE_Q62.wrapping_add(((y_q64 * power_q62 as u128) >> 64) as u64 / k);
        k -= 1;
    }
    let inexact = x_q32 as u32 != 0;
    Unrounded { exp: (x_q32 >> 32) as i32, sig: power_q62 << 1 | inexact as u64 }
}

halves! {
    /// `ex2.approx.f16`: 2 to the power of `a`.
    ///
    /// **No bit-exact claim**: the function returns the correctly rounded result. The result of a chip may differ by a
    /// relative error of 2^-9.9. Subnormals are kept.
    ///
    /// | a | ±0 | 16 and more | -infinity | NaN |
    /// |---|---|---|---|---|
    /// | result | 1 | +infinity | +0 | 7fff |
    ///
    /// Source: PTX ISA, half precision `ex2` (relative error up to 2^-9.9). [Grade](crate#grades) \[M\].
    ///
    /// ```
    /// use ptx_core::ex2_approx_f16;
    /// assert_eq!(ex2_approx_f16(0x3800), 0x3da8); // 2^0.5
    /// ```
    "ex2.approx.f16": ex2_approx_f16, ex2_approx_f16x2(a) = ex2(BINARY16, a);

    /// `ex2.approx.ftz.bf16`: 2 to the power of `a`.
    ///
    /// **No bit-exact claim**: the function returns the correctly rounded result. The result of a chip may differ by a
    /// relative error of 2^-7. Subnormal operands are flushed to zero, and results below 2^-126 to +0.
    ///
    /// | a | ±0, subnormal | 128 and more | -infinity | NaN |
    /// |---|---|---|---|---|
    /// | result | 1 | +infinity | +0 | 7fff |
    ///
    /// Source: PTX ISA, half precision `ex2` (relative error up to 2^-7). [Grade](crate#grades) \[M\].
    ///
    /// ```
    /// use ptx_core::ex2_approx_ftz_bf16;
    /// assert_eq!(ex2_approx_ftz_bf16(0x3f00), 0x3fb5); // 2^0.5
    /// ```
    "ex2.approx.ftz.bf16": ex2_approx_ftz_bf16, ex2_approx_ftz_bf16x2(a) =
        flush::half_precision_operand(BFLOAT16, ex2(BFLOAT16, a), Subnormals::Flush);
}
