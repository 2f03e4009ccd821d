//! `sqrt.approx.f32` and `rsqrt.approx.f32`.

use super::datapath::{Function, Rows, Sum, left, rows};
use super::{
    INFINITY, MIN_NORMAL, SIGN, array, flushed, is_small, is_zero, or_nan, run, scaled, select,
};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Rsq;

impl Function for Rsq {
    const OPERATION: Operation = Operation::Rsq;
    const C0_SHIFT: u32 = 14;
    const C2_SHIFT: u32 = 2;
    const DROP: u32 = 15;
    const FALLS: bool = true;
    const CENTRED: bool = true;
}

struct Sqrt;

impl Function for Sqrt {
    const OPERATION: Operation = Operation::Sqrt;
    const C0_SHIFT: u32 = 15;
    const C2_SHIFT: u32 = 1;
    const DROP: u32 = 16;
    const CENTRED: bool = true;
}

static RSQ: Rows = rows::<Rsq>(128);
static SQRT: Rows = rows::<Sqrt>(128);

/// Computes [`ptx_core::rsqrt_approx_f32`].
pub fn rsqrt(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [rsqrts::<true>, rsqrts::<false>])
}

/// Computes [`ptx_core::sqrt_approx_f32`].
pub fn sqrt(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [sqrts::<true>, sqrts::<false>])
}

#[target_feature(enable = "avx2,fma")]
fn rsqrts<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    elements::<Rsq, KEEP>(a, d, &RSQ, (1 << 12) as f32, |a, sum| rsq(a, &sum));
}

#[target_feature(enable = "avx2,fma")]
fn sqrts<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    elements::<Sqrt, KEEP>(a, d, &SQRT, 1.0 / (1 << 12) as f32, |a, sum| root(a, &sum));
}

/// Calls `unit` with flushed operands (with `.ftz`, `KEEP` is false), or with subnormal operands multiplied by 2^24. Then
/// multiplies their results by `back`.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn elements<F: Function, const KEEP: bool>(
    a: &[u32],
    d: &mut [u32],
    rows: &Rows,
    back: f32,
    unit: impl Fn(__m256i, Sum) -> __m256i,
) {
    let argument = |a| {
        let a = if KEEP { scaled(a) } else { flushed(a) };
        [left(a, F::PLACE), a]
    };
    array::<F>(a, d, rows, argument, |a, scaled, sum| {
        let root = unit(scaled, sum);
        if !KEEP {
            return root;
        }
        let scaled = _mm256_mul_ps(_mm256_castsi256_ps(root), _mm256_set1_ps(back));
        select(is_small(a), _mm256_castps_si256(scaled), root)
    });
}

/// Computes `MUFU.RSQ` of numbers that are not subnormal.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn rsq(a: __m256i, sum: &Sum) -> __m256i {
    let significand = _mm256_srli_epi32::<1>(sum.high::<Rsq>());
    let field = _mm256_sub_epi32(_mm256_set1_epi32(189 * MIN_NORMAL), halved(a));
    let result = _mm256_add_epi32(field, significand);
    // For a power of 4, the interpolated result is one unit less than the result of the hardware. A mask is -1.
    let is_power = _mm256_cmpeq_epi32(_mm256_slli_epi32::<8>(a), _mm256_set1_epi32(SIGN));
    let result = or_nan(_mm256_sub_epi32(result, is_power), a);
    let infinity = _mm256_set1_epi32(INFINITY);
    let result = _mm256_andnot_si256(_mm256_cmpeq_epi32(a, infinity), result);
    select(is_zero(a), _mm256_or_si256(a, infinity), result)
}

/// Computes `MUFU.SQRT` of numbers that are not subnormal.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn root(a: __m256i, sum: &Sum) -> __m256i {
    let significand = _mm256_srli_epi32::<1>(sum.high::<Sqrt>());
    let field = _mm256_add_epi32(_mm256_set1_epi32(62 * MIN_NORMAL), halved(a));
    let result = or_nan(_mm256_add_epi32(field, significand), a);
    let is_infinite = _mm256_cmpeq_epi32(a, _mm256_set1_epi32(INFINITY));
    select(_mm256_or_si256(is_zero(a), is_infinite), a, result)
}

/// Returns half of the exponent field, rounded up, in the place of the exponent field. The number must be positive.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn halved(a: __m256i) -> __m256i {
    let sum = _mm256_add_epi32(a, _mm256_set1_epi32(MIN_NORMAL));
    _mm256_and_si256(_mm256_srli_epi32::<1>(sum), _mm256_set1_epi32(INFINITY))
}
