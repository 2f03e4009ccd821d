//! `sin.approx.f32` and `cos.approx.f32`.

use super::datapath::{Function, Rows, Sum, left, rows};
use super::{
    FRACTION_BITS, INFINITY, MIN_NORMAL, NAN, array, join, run, select, truncated, with_sign,
};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Sin;

impl Function for Sin {
    const OPERATION: Operation = Operation::Sin;
    const C0_SHIFT: u32 = 11;
    const C2_SHIFT: u32 = 0;
    const DROP: u32 = 14;
}

static ROWS: Rows = rows::<Sin>(64);

/// Computes [`ptx_core::sin_approx_f32`]; `.ftz` does not change any result.
pub fn sin(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<false>; 2])
}

/// Computes [`ptx_core::cos_approx_f32`]; `.ftz` does not change any result.
pub fn cos(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<true>; 2])
}

/// Computes `MUFU.SIN` or `MUFU.COS` of radians.
#[target_feature(enable = "avx2,fma")]
fn elements<const COS: bool>(a: &[u32], d: &mut [u32]) {
    let argument = |a| {
        let ahead = if COS { MIN_NORMAL } else { 0 };
        let word = _mm256_add_epi32(turns(a), _mm256_set1_epi32(ahead));
        // In every second quadrant, the argument is the ones' complement of the fraction.
        let quadrant = left(word, 31 - FRACTION_BITS);
        let argument = _mm256_xor_si256(word, _mm256_srai_epi32::<31>(quadrant));
        [left(argument, Sin::PLACE), word]
    };
    array::<Sin>(a, d, &ROWS, argument, |a, word, sum| unit::<COS>(a, word, &sum));
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn unit<const COS: bool>(a: __m256i, word: __m256i, sum: &Sum) -> __m256i {
    let size = join::<Sin, 37>(sum.high::<Sin>(), sum.rest);
    let half = left(word, 30 - FRACTION_BITS);
    let sign = if COS { half } else { _mm256_xor_si256(half, a) };
    let magnitude = _mm256_and_si256(a, _mm256_set1_epi32(NAN));
    let is_nan = _mm256_cmpgt_epi32(magnitude, _mm256_set1_epi32(INFINITY - 1));
    select(is_nan, _mm256_set1_epi32(NAN), with_sign(size, sign))
}

/// Converts the magnitude of radians to turns in fixed point with 25 fraction bits. Returns only the fraction bits.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn turns(a: __m256i) -> __m256i {
    let size = _mm256_castsi256_ps(_mm256_and_si256(a, _mm256_set1_epi32(NAN)));
    let turn = _mm256_set1_ps(f32::from_bits(0x3e22_f983)); // 1 / 2π
    let product = _mm256_mul_ps(size, turn);
    let turns = truncated(product, _mm256_fmsub_ps(size, turn, product));
    const TRUNCATE: i32 = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    let fraction = _mm256_sub_ps(turns, _mm256_round_ps::<TRUNCATE>(turns));
    _mm256_cvttps_epi32(_mm256_mul_ps(fraction, _mm256_set1_ps((1 << 25) as f32)))
}
