//! `lg2.approx.f32`.

use super::datapath::{Function, Rows, Sum, left, rows};
use super::{
    INFINITY, SIGN, array, flushed, is_small, is_zero, join, or_nan, run, scaled, select, with_sign,
};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Lg2;

impl Function for Lg2 {
    const OPERATION: Operation = Operation::Lg2;
    const C0_SHIFT: u32 = 12;
    const C2_SHIFT: u32 = 1;
    const DROP: u32 = 14;
    const CENTRED: bool = true;
}

/// The number of fraction bits of the sum. The two lowest bits have no effect.
const POINT: u32 = 38;
/// The position of the integer part in [`Sum::high`].
const WHOLE: u32 = POINT - Lg2::DROP;

/// The number below 1. The upper part of its logarithm is 0, so [`join`] would return 0.
const NEXT: u32 = 1.0_f32.to_bits() - 1;

static ROWS: Rows = rows::<Lg2>(64);

/// Computes [`ptx_core::lg2_approx_f32`].
pub fn lg2(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<true>, elements::<false>])
}

/// `KEEP` is false with `.ftz`.
#[target_feature(enable = "avx2,fma")]
fn elements<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    let argument = |a| {
        let a = if KEEP { scaled(a) } else { flushed(a) };
        [left(a, Lg2::PLACE), a]
    };
    array::<Lg2>(a, d, &ROWS, argument, |a, scaled, sum| {
        let result = unit(scaled, &sum);
        if !KEEP {
            return result;
        }
        let scale = _mm256_and_si256(is_small(a), _mm256_set1_epi32(24.0_f32.to_bits() as i32));
        let result = _mm256_sub_ps(_mm256_castsi256_ps(result), _mm256_castsi256_ps(scale));
        _mm256_castps_si256(result)
    });
}

/// Computes `MUFU.LG2` of numbers that are not subnormal.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn unit(a: __m256i, sum: &Sum) -> __m256i {
    // The exponent field, in the place of the integer part.
    let field = _mm256_slli_epi32::<1>(_mm256_and_si256(a, _mm256_set1_epi32(INFINITY)));
    let bias = _mm256_set1_epi32(127 << WHOLE);
    let high = _mm256_add_epi32(_mm256_sub_epi32(sum.high::<Lg2>(), bias), field);
    // If the logarithm is negative, the hardware uses the ones' complement as the magnitude.
    let negative = _mm256_srai_epi32::<31>(high);
    let low = _mm256_xor_si256(sum.rest, negative);
    let low = _mm256_and_si256(low, _mm256_set1_epi32(!3));
    let high = _mm256_xor_si256(high, negative);
    // Clears the bit below the upper 24 bits, so that the conversion truncates.
    let high = _mm256_andnot_si256(_mm256_srli_epi32::<24>(high), high);
    let size = join::<Lg2, POINT>(high, low);

    let is_one = _mm256_cmpeq_epi32(a, _mm256_set1_epi32(1.0_f32.to_bits() as i32));
    let result = _mm256_andnot_si256(is_one, with_sign(size, negative));
    let is_next = _mm256_cmpeq_epi32(a, _mm256_set1_epi32(NEXT as i32));
    let result =
        select(is_next, _mm256_set1_epi32(const { ptx_core::mufu::lg2(NEXT) as i32 }), result);
    let infinity = _mm256_set1_epi32(INFINITY);
    let result = select(_mm256_cmpeq_epi32(a, infinity), infinity, or_nan(result, a));
    select(is_zero(a), _mm256_set1_epi32(INFINITY | SIGN), result)
}
