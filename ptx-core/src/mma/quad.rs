//! `mma.m8n8k4` with f16 operands from sm_80 on. The tensor cores of these targets do not have this form, so `ptxas`
//! emits scalar instructions.

use super::convert::{half_bits, half_value};
use super::decode::Terms;

/// The first target for which `ptxas` replaces `mma.m8n8k4` with scalar instructions.
pub(super) const SCALAR_SINCE: u16 = 80;

/// Adds four products to the accumulator, for each of N columns. The hardware uses `fma`. Products of two f16 numbers
/// are exact in f32, so a multiplication and an addition give the same result as `fma`.
#[inline(always)]
pub(super) const fn multiply<const N: usize>(
    a: &[Terms<1>],
    b: &[Terms<N>],
    c: [f32; N],
    half: bool,
) -> [f32; N] {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a, b) else { return c };
    let mut result = c;
    let mut j = 0;
    while j < N {
        let p0 = (a0.value[0] * b0.value[j]) as f32;
        let p1 = (a1.value[0] * b1.value[j]) as f32;
        let p2 = (a2.value[0] * b2.value[j]) as f32;
        let p3 = (a3.value[0] * b3.value[j]) as f32;
        result[j] = if half {
            let sum = (c[j] + (p1 + p0)) + (p3 + p2);
            half_value(half_bits(sum as f64) as u32)
        } else {
            c[j] + ((((p0 + 0.0) + p1) + p2) + p3)
        };
        j += 1;
    }
    result
}
