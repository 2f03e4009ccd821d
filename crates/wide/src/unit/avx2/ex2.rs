//! `ex2.approx.f32`.

use super::datapath::{Function, Rows, Sum, left, rows};
use super::{MIN_NORMAL, NAN, array, is_nan, run, select};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Ex2;

impl Function for Ex2 {
    const OPERATION: Operation = Operation::Ex2;
    const C0_SHIFT: u32 = 13;
    const C2_SHIFT: u32 = 0;
    const DROP: u32 = 15;
}

static ROWS: Rows = rows::<Ex2>(64);

/// Computes [`ptx_core::ex2_approx_f32`].
pub fn ex2(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<true>, elements::<false>])
}

/// `KEEP` is false with `.ftz`.
#[target_feature(enable = "avx2,fma")]
fn elements<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    let halved = |a| _mm256_cmp_ps::<_CMP_LT_OQ>(_mm256_castsi256_ps(a), _mm256_set1_ps(-126.0));
    let argument = |a| {
        let half = _mm256_and_si256(_mm256_castps_si256(halved(a)), _mm256_set1_epi32(MIN_NORMAL));
        let a = if KEEP { _mm256_sub_epi32(a, half) } else { a };
        let fixed = exponent(fixed(a), a);
        [left(fixed, Ex2::PLACE), fixed]
    };
    array::<Ex2>(a, d, &ROWS, argument, |a, fixed, sum| {
        let root =
            _mm256_castsi256_ps(select(is_nan(a), _mm256_set1_epi32(NAN), power(fixed, &sum)));
        let power =
            if KEEP { _mm256_blendv_ps(root, _mm256_mul_ps(root, root), halved(a)) } else { root };
        _mm256_castps_si256(power)
    });
}

/// Returns 2 to the power of a fixed-point number, or zero if the result would be subnormal.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn power(fixed: __m256i, sum: &Sum) -> __m256i {
    let field = _mm256_and_si256(fixed, _mm256_set1_epi32(-MIN_NORMAL));
    // The leading bit of the significand makes it 127.
    let bias = _mm256_set1_epi32(126 * MIN_NORMAL);
    let power = _mm256_add_epi32(_mm256_add_epi32(field, bias), sum.high::<Ex2>());
    let is_normal = _mm256_cmpgt_epi32(power, _mm256_set1_epi32(MIN_NORMAL - 1));
    _mm256_and_si256(power, is_normal)
}

/// Converts a magnitude to fixed point with 23 fraction bits, truncated. NaN and magnitudes above 128 give 128.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn fixed(a: __m256i) -> __m256i {
    let size = _mm256_castsi256_ps(_mm256_and_si256(a, _mm256_set1_epi32(NAN)));
    let size = _mm256_min_ps(size, _mm256_set1_ps(128.0));
    _mm256_cvttps_epi32(_mm256_mul_ps(size, _mm256_set1_ps(MIN_NORMAL as f32)))
}

/// Negates a fixed-point number if `a` is negative, as the hardware does: if the fraction is not 0, the result is the
/// ones' complement.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn exponent(fixed: __m256i, a: __m256i) -> __m256i {
    let negative = _mm256_srai_epi32::<31>(a);
    let fraction = _mm256_and_si256(fixed, _mm256_set1_epi32(MIN_NORMAL - 1));
    let whole = _mm256_cmpeq_epi32(fraction, _mm256_setzero_si256());
    // A mask is -1, so subtracting it adds 1.
    _mm256_sub_epi32(_mm256_xor_si256(fixed, negative), _mm256_and_si256(negative, whole))
}
