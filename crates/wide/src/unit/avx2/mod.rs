//! Computes the operations with AVX2, with a load for each row of a table.

mod datapath;
mod ex2;
mod lg2;
mod rcp;
mod root;
mod sine;
mod tanh;

pub use ex2::ex2;
pub use lg2::lg2;
pub use rcp::rcp;
pub use root::{rsqrt, sqrt};
pub use sine::{cos, sin};
pub use tanh::tanh;

use super::{FRACTION_BITS, INFINITY, Loop, MIN_NORMAL, NAN, SIGN, choose};
use core::arch::x86_64::*;
use datapath::{Function, Rows, Sum, left, sums};
use ptx_core::Subnormals;

/// The number of 32-bit words in a vector register.
const LANES: usize = 8;
type Words = [u32; LANES];

/// Calls one of the loops. Returns `None` if the processor does not have the features.
fn run(a: &[u32], d: &mut [u32], subnormals: Subnormals, loops: [Loop; 2]) -> Option<()> {
    if !(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")) {
        return None;
    }
    #[expect(unsafe_code, reason = "the function requires features of the processor")]
    // SAFETY: the processor has the features that all loops of this module are compiled for.
    unsafe {
        choose(a, d, subnormals, loops);
    }
    Some(())
}

/// Computes a function for as many elements as the shorter array has. `argument` returns an argument of the datapath for
/// each operand, and a vector that is passed to `result`. `result` has the operands, this vector and the sums.
///
/// A first loop computes the arguments of a block and stores them. A second loop can then read single segment numbers from
/// memory, which takes fewer instructions than to extract them from a register.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn array<F: Function>(
    a: &[u32],
    d: &mut [u32],
    rows: &Rows,
    argument: impl Fn(__m256i) -> [__m256i; 2],
    result: impl Fn(__m256i, __m256i, Sum) -> __m256i,
) {
    const BLOCK: usize = 16;
    let mut stored = [[[[0; LANES]; 2]; 2]; BLOCK];
    let mut block = |a: &[[u32; 2 * LANES]], d: &mut [[u32; 2 * LANES]]| {
        for (a, [arguments, passed]) in a.iter().zip(&mut stored) {
            for (i, a) in a.as_chunks().0.iter().enumerate() {
                let [x, pass] = argument(load(a));
                store(&mut arguments[i], x);
                store(&mut passed[i], pass);
            }
        }
        for ((a, d), [arguments, passed]) in a.iter().zip(d).zip(&stored) {
            let sums = sums::<F>(rows, arguments);
            let operands = a.as_chunks().0.iter().zip(passed);
            for (d, ((a, passed), sum)) in d.as_chunks_mut().0.iter_mut().zip(operands.zip(sums)) {
                store(d, result(load(a), load(passed), sum));
            }
        }
    };
    let count = a.len().min(d.len());
    let (whole, rest) = a[..count].as_chunks();
    let (results, last) = d[..count].as_chunks_mut();
    for (a, d) in whole.chunks(BLOCK).zip(results.chunks_mut(BLOCK)) {
        block(a, d);
    }
    let (mut operands, mut results) = ([0; 2 * LANES], [0; 2 * LANES]);
    operands[..rest.len()].copy_from_slice(rest);
    block(&[operands], std::slice::from_mut(&mut results));
    last.copy_from_slice(&results[..rest.len()]);
}

/// Returns the elements of `yes` where the sign of the mask is set, and the elements of `no` elsewhere.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn select(mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
    let [no, yes, mask] = [no, yes, mask].map(|x| _mm256_castsi256_ps(x));
    _mm256_castps_si256(_mm256_blendv_ps(no, yes, mask))
}

/// Returns the mask of subnormal numbers and zeros.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn is_small(a: __m256i) -> __m256i {
    let field = _mm256_and_si256(a, _mm256_set1_epi32(INFINITY));
    _mm256_cmpeq_epi32(field, _mm256_setzero_si256())
}

/// Returns the mask of zeros.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn is_zero(a: __m256i) -> __m256i {
    let zero = _mm256_setzero_ps();
    _mm256_castps_si256(_mm256_cmp_ps::<_CMP_EQ_OQ>(_mm256_castsi256_ps(a), zero))
}

/// Returns the mask of NaNs.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn is_nan(a: __m256i) -> __m256i {
    let a = _mm256_castsi256_ps(a);
    _mm256_castps_si256(_mm256_cmp_ps::<_CMP_UNORD_Q>(a, a))
}

/// Multiplies subnormal numbers by 2^24.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn scaled(a: __m256i) -> __m256i {
    let scaled = _mm256_mul_ps(_mm256_castsi256_ps(a), _mm256_set1_ps((1 << 24) as f32));
    select(is_small(a), _mm256_castps_si256(scaled), a)
}

/// Replaces subnormal numbers by zeros of the same sign.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn flushed(a: __m256i) -> __m256i {
    _mm256_andnot_si256(_mm256_srli_epi32::<1>(is_small(a)), a)
}

/// Replaces the results of negative numbers and of NaNs by the canonical NaN.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn or_nan(result: __m256i, a: __m256i) -> __m256i {
    // As unsigned words, NaNs and all negative numbers exceed +inf.
    let least = _mm256_set1_epi32(INFINITY + 1);
    let is_nan = _mm256_cmpeq_epi32(_mm256_max_epu32(a, least), a);
    select(is_nan, _mm256_set1_epi32(NAN), result)
}

/// Sets the sign of a positive number.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn with_sign(size: __m256i, sign: __m256i) -> __m256i {
    _mm256_or_si256(size, _mm256_and_si256(sign, _mm256_set1_epi32(SIGN)))
}

/// Converts the fixed-point number `high · 2^DROP + low` with `POINT` fraction bits to f32, truncated. `low` is the low
/// `DROP` bits of its words. The conversion of `high` must not round up. If `high` is 0, the result is 0.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn join<F: Function, const POINT: u32>(high: __m256i, low: __m256i) -> __m256i {
    let unit = const { 1.0 / (1_u64 << (POINT - F::DROP)) as f32 };
    let high = _mm256_mul_ps(_mm256_cvtepi32_ps(high), _mm256_set1_ps(unit));
    let high = _mm256_castps_si256(high);
    // Moves the highest bit of `low` below the last bit of `high` in the significand of `high`.
    let low = left(low, const { 32 - F::DROP });
    let last = _mm256_set1_epi32(const { 127 + F::DROP as i32 - POINT as i32 - 9 });
    let shift = _mm256_sub_epi32(_mm256_srli_epi32::<23>(high), last);
    _mm256_add_epi32(high, _mm256_srlv_epi32(low, shift))
}

/// Returns the number below a positive `rounded` if `error`, the exact result minus `rounded`, is negative.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn truncated(rounded: __m256, error: __m256) -> __m256 {
    let above = _mm256_srai_epi32::<31>(_mm256_castps_si256(error));
    _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(rounded), above))
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn load(words: &Words) -> __m256i {
    #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
    // SAFETY: `words` has the 32 bytes that the intrinsic reads. The address may have any alignment.
    unsafe {
        _mm256_loadu_si256(words.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn store(words: &mut Words, vector: __m256i) {
    #[expect(unsafe_code, reason = "the intrinsic writes through a raw pointer")]
    // SAFETY: `words` has the 32 bytes that the intrinsic writes. The address may have any alignment.
    unsafe {
        _mm256_storeu_si256(words.as_mut_ptr().cast(), vector);
    }
}
