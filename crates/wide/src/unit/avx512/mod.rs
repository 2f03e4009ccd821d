//! Computes the operations with AVX-512, with the tables in vector registers.

mod datapath;
mod ex2;
mod lg2;
mod rcp;
mod root;
mod sine;
mod tanh;

pub(crate) use ex2::ex2;
pub(crate) use lg2::lg2;
pub(crate) use rcp::rcp;
pub(crate) use root::{rsqrt, sqrt};
pub(crate) use sine::{cos, sin};
pub(crate) use tanh::tanh;

use super::{FRACTION_BITS, INFINITY, Loop, MIN_NORMAL, NAN, SIGN, choose};
use core::arch::x86_64::*;
use ptx_core::Subnormals;

/// The number of 32-bit words in a vector register.
const LANES: usize = 16;
type Words = [u32; LANES];

/// Classes of operands, for `_mm512_fpclass_ps_mask`.
const NANS: i32 = 0x81;
const SUBNORMALS: i32 = 0x20;

/// Calls one of the loops. Returns `None` if the processor does not have the features.
fn run(a: &[u32], d: &mut [u32], subnormals: Subnormals, loops: [Loop; 2]) -> Option<()> {
    let is_supported = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vnni");
    if !is_supported {
        return None;
    }
    #[expect(unsafe_code, reason = "the function requires features of the processor")]
    // SAFETY: the processor has the features that all loops of this module are compiled for.
    unsafe {
        choose(a, d, subnormals, loops);
    }
    Some(())
}

/// Calls `f` with 16 elements at a time. Computes as many elements as the shorter array has.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn array(a: &[u32], d: &mut [u32], f: impl Fn(__m512i) -> __m512i) {
    let count = a.len().min(d.len());
    let (whole, rest) = a[..count].as_chunks();
    let (results, last) = d[..count].as_chunks_mut();
    for (a, d) in whole.iter().zip(results) {
        store(d, f(load(a)));
    }
    let mut words = [0; LANES];
    words[..rest.len()].copy_from_slice(rest);
    let bits = load(&words);
    store(&mut words, f(bits));
    last.copy_from_slice(&words[..rest.len()]);
}

/// Multiplies the subnormal numbers of `a` by 2^24. Returns the numbers, and the mask of the multiplied ones.
#[inline]
#[target_feature(enable = "avx512dq")]
fn scaled(a: __m512i) -> (__m512i, __mmask16) {
    let subnormal = _mm512_fpclass_ps_mask::<SUBNORMALS>(_mm512_castsi512_ps(a));
    let number = _mm512_castsi512_ps(a);
    let scaled = _mm512_mask_mul_ps(number, subnormal, number, _mm512_set1_ps(16_777_216.0));
    (_mm512_castps_si512(scaled), subnormal)
}

/// Replaces subnormal numbers by zeros of the same sign.
#[inline]
#[target_feature(enable = "avx512dq")]
fn flushed(a: __m512i) -> __m512i {
    let subnormal = _mm512_fpclass_ps_mask::<SUBNORMALS>(_mm512_castsi512_ps(a));
    _mm512_mask_and_epi32(a, subnormal, a, _mm512_set1_epi32(SIGN))
}

/// Replaces the results of negative numbers and of NaNs by the canonical NaN.
#[inline]
#[target_feature(enable = "avx512f")]
fn or_nan(result: __m512i, a: __m512i) -> __m512i {
    // As unsigned words, NaNs and all negative numbers exceed +inf.
    let is_nan = _mm512_cmpgt_epu32_mask(a, _mm512_set1_epi32(INFINITY));
    _mm512_mask_mov_epi32(result, is_nan, _mm512_set1_epi32(NAN))
}

/// Replaces the results of some operands by constants. `CASES` is a sum of products: a class of operands times a
/// constant. For all other operands, returns `result`.
#[inline]
#[target_feature(enable = "avx512f")]
fn special<const CASES: i32>(result: __m512i, a: __m512i) -> __m512i {
    let (result, a) = (_mm512_castsi512_ps(result), _mm512_castsi512_ps(a));
    _mm512_castps_si512(_mm512_fixupimm_ps::<0>(result, a, _mm512_set1_epi32(CASES)))
}

/// The classes and constants of the function [`special`](fn@special): the numbers of `vfixupimmps`.
mod special {
    pub(super) const ZERO: i32 = 1 << (4 * 2);
    pub(super) const ONE: i32 = 1 << (4 * 3);
    pub(super) const PLUS_INFINITY: i32 = 1 << (4 * 5);

    pub(super) const THE_OPERAND: i32 = 1;
    pub(super) const MINUS_INFINITE: i32 = 4;
    pub(super) const INFINITE_WITH_SIGN: i32 = 6;
    pub(super) const PLUS_ZERO: i32 = 8;
}

/// Converts the fixed-point number `high · 2^LOW + low` with `POINT` fraction bits to f32, truncated. `high` has at
/// most 24 bits, and `low` has `LOW` bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn join<const LOW: u32, const POINT: u32>(high: __m512i, low: __m512i) -> __m512i {
    const TRUNCATE: i32 = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    // Both conversions are exact. The only rounding is that of the sum.
    let (high, low) = (_mm512_cvtepi32_ps(high), _mm512_cvtepi32_ps(low));
    let unit = _mm512_set1_ps((1_u64 << LOW) as f32);
    let sum = _mm512_fmadd_round_ps::<TRUNCATE>(high, unit, low);
    _mm512_castps_si512(_mm512_mul_ps(sum, _mm512_set1_ps(1.0 / (1_u64 << POINT) as f32)))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &Words) -> __m512i {
    #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
    // SAFETY: `words` has the 64 bytes that the intrinsic reads. The address may have any alignment.
    unsafe {
        _mm512_loadu_si512(words.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: &mut Words, vector: __m512i) {
    #[expect(unsafe_code, reason = "the intrinsic writes through a raw pointer")]
    // SAFETY: `words` has the 64 bytes that the intrinsic writes. The address may have any alignment.
    unsafe {
        _mm512_storeu_si512(words.as_mut_ptr().cast(), vector);
    }
}
