//! Computes the sums of a step of the tensor core for 16 columns at a time, with products in binary32.
//!
//! A product of two elements is exact in binary32. Multiplied by a power of two, it counts units, and the conversion to
//! an integer truncates it. The steps of `ptx-core` compute the same in binary64, with half as many columns in a vector
//! and with four more operations for each product.

use crate::vectors;
use core::arch::x86_64::*;
use ptx_core::mma::Parameters;
use ptx_core::mma::panel::{Factors, Sums};

/// The number of columns.
const N: usize = 16;
/// The number of columns in a vector.
const LANES: usize = 8;

/// The largest magnitude of an exponent: within it, no product and no unit leaves the normal numbers of binary32.
const RANGE: i32 = 100;
/// Exponents below this number belong to products of zero.
const OF_ZERO: i32 = -5000;
/// Exponents above this number belong to products with an infinity or a NaN.
const OF_SPECIAL: i32 = 5000;
/// The number of products whose sum is below 2^31 units, also together with an accumulator: a term is below 2^27 units.
const SAFE: usize = 8;

const BIAS: i32 = 127;
const FRACTION_BITS: i32 = 23;

/// The vector instructions of AVX2.
#[derive(Clone, Copy, Debug)]
pub struct Columns(());

impl Columns {
    /// Returns `None` if the processor does not have AVX2.
    #[inline]
    #[must_use]
    pub fn new() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

impl Sums<N> for Columns {
    #[inline(always)]
    fn sums(
        self,
        parameters: &Parameters,
        a: &[Factors<1>],
        b: &[Factors<N>],
        scales: Option<&[i32; N]>,
        accumulator: &[f32; N],
    ) -> Option<[f64; N]> {
        #[expect(unsafe_code, reason = "the function requires features of the processor")]
        // SAFETY: `Columns::new` returned this value, so the processor has AVX2.
        unsafe {
            sums(parameters, a, b, scales, accumulator)
        }
    }

    fn widely<R>(self, f: impl FnOnce() -> R) -> R {
        vectors::wide(f)
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn sums(
    parameters: &Parameters,
    a: &[Factors<1>],
    b: &[Factors<N>],
    scales: Option<&[i32; N]>,
    accumulator: &[f32; N],
) -> Option<[f64; N]> {
    let mut largest = _mm256_set1_epi16(i16::MIN);
    for (a, b) in a.iter().zip(b) {
        let exponents = _mm256_add_epi16(_mm256_set1_epi16(a.exponent[0]), exponents(&b.exponent));
        largest = _mm256_max_epi16(largest, exponents);
    }
    let mut largest = [
        _mm256_cvtepi16_epi32(_mm256_castsi256_si128(largest)),
        _mm256_cvtepi16_epi32(_mm256_extracti128_si256::<1>(largest)),
    ];
    let mut shift = [_mm256_setzero_si256(); 2];
    if let Some(scales) = scales {
        let ([s0, s1], []) = scales.as_chunks() else { return None };
        shift = [integers(s0), integers(s1)];
        largest = [_mm256_add_epi32(largest[0], shift[0]), _mm256_add_epi32(largest[1], shift[1])];
    }
    let ([c0, c1], []) = accumulator.as_chunks() else { return None };
    let c = [floats(c0), floats(c1)];
    let of_c = [exponent(parameters, c[0]), exponent(parameters, c[1])];
    let exponent = [_mm256_max_epi32(largest[0], of_c[0]), _mm256_max_epi32(largest[1], of_c[1])];
    let outside = [is_outside(parameters, exponent[0]), is_outside(parameters, exponent[1])];
    let any = _mm256_or_si256(outside[0], outside[1]);
    let has_special = _mm256_testz_si256(any, any) == 0;
    if has_special {
        let special = [is_special(largest[0], of_c[0]), is_special(largest[1], of_c[1])];
        let others = _mm256_or_si256(
            _mm256_andnot_si256(special[0], outside[0]),
            _mm256_andnot_si256(special[1], outside[1]),
        );
        if scales.is_some() || _mm256_testz_si256(others, others) == 0 {
            return None;
        }
    }
    // Where all terms are zero, any unit gives the sum 0.
    let least = _mm256_set1_epi32(parameters.floor.max(-RANGE));
    let exponent = [_mm256_max_epi32(exponent[0], least), _mm256_max_epi32(exponent[1], least)];
    let kept = _mm256_set1_epi32(parameters.kept);
    let scale =
        [power(_mm256_sub_epi32(kept, exponent[0])), power(_mm256_sub_epi32(kept, exponent[1]))];

    let mut sum = [units(c[0], scale[0]), units(c[1], scale[1])];
    let scale = match scales {
        None => scale,
        Some(_) => [scaled(kept, exponent[0], shift[0]), scaled(kept, exponent[1], shift[1])],
    };
    let mut total = [_mm256_setzero_pd(); 4];
    for (a, b) in a.chunks(SAFE).zip(b.chunks(SAFE)) {
        for (a, b) in a.iter().zip(b) {
            let a = _mm256_set1_ps(a.value[0]);
            let ([b0, b1], []) = b.value.as_chunks() else { return None };
            let products = [_mm256_mul_ps(a, floats(b0)), _mm256_mul_ps(a, floats(b1))];
            sum[0] = _mm256_add_epi32(sum[0], units(products[0], scale[0]));
            sum[1] = _mm256_add_epi32(sum[1], units(products[1], scale[1]));
        }
        let [(s0, s1), (s2, s3)] = [doubles(sum[0]), doubles(sum[1])];
        total = [
            _mm256_add_pd(total[0], s0),
            _mm256_add_pd(total[1], s1),
            _mm256_add_pd(total[2], s2),
            _mm256_add_pd(total[3], s3),
        ];
        sum = [_mm256_setzero_si256(); 2];
    }

    let unit =
        [power(_mm256_sub_epi32(exponent[0], kept)), power(_mm256_sub_epi32(exponent[1], kept))];
    let mut result = [0.0; N];
    let ([r0, r1, r2, r3], []) = result.as_chunks_mut() else { return None };
    store(r0, _mm256_mul_pd(total[0], _mm256_cvtps_pd(_mm256_castps256_ps128(unit[0]))));
    store(r1, _mm256_mul_pd(total[1], _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(unit[0]))));
    store(r2, _mm256_mul_pd(total[2], _mm256_cvtps_pd(_mm256_castps256_ps128(unit[1]))));
    store(r3, _mm256_mul_pd(total[3], _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(unit[1]))));
    if has_special {
        let sums = special_sums(a, b, accumulator)?;
        for (result, sum) in result.iter_mut().zip(sums) {
            *result = if sum.is_finite() { *result } else { sum };
        }
    }
    Some(result)
}

/// Returns sums as IEEE 754 defines them for infinities and NaNs: those of the other columns are rounded. No sum of finite
/// products leaves the range of binary64.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn special_sums(a: &[Factors<1>], b: &[Factors<N>], accumulator: &[f32; N]) -> Option<[f64; N]> {
    let ([c0, c1], []) = accumulator.as_chunks() else { return None };
    let [(mut s0, mut s1), (mut s2, mut s3)] = [wide(floats(c0)), wide(floats(c1))];
    for (a, b) in a.iter().zip(b) {
        let a = _mm256_set1_pd(a.value[0].into());
        let ([b0, b1], []) = b.value.as_chunks() else { return None };
        let [(b0, b1), (b2, b3)] = [wide(floats(b0)), wide(floats(b1))];
        s0 = _mm256_add_pd(s0, _mm256_mul_pd(a, b0));
        s1 = _mm256_add_pd(s1, _mm256_mul_pd(a, b1));
        s2 = _mm256_add_pd(s2, _mm256_mul_pd(a, b2));
        s3 = _mm256_add_pd(s3, _mm256_mul_pd(a, b3));
    }
    let mut sums = [0.0; N];
    let ([r0, r1, r2, r3], []) = sums.as_chunks_mut() else { return None };
    store(r0, s0);
    store(r1, s1);
    store(r2, s2);
    store(r3, s3);
    Some(sums)
}

/// Returns the exponent of each accumulator, or an exponent of zero for ±0.
#[inline]
#[target_feature(enable = "avx2")]
fn exponent(parameters: &Parameters, c: __m256) -> __m256i {
    let magnitude = _mm256_slli_epi32::<1>(_mm256_castps_si256(c));
    let field = _mm256_srli_epi32::<{ FRACTION_BITS + 1 }>(magnitude);
    let exponent = _mm256_sub_epi32(field, _mm256_set1_epi32(BIAS));
    let exponent = _mm256_max_epi32(exponent, _mm256_set1_epi32(parameters.least));
    let is_zero = _mm256_cmpeq_epi32(magnitude, _mm256_setzero_si256());
    _mm256_blendv_epi8(exponent, _mm256_set1_epi32(2 * OF_ZERO), is_zero)
}

/// Returns a mask of the columns whose largest exponent is above [`RANGE`], or below it and above
/// [`Parameters::floor`].
#[inline]
#[target_feature(enable = "avx2")]
fn is_outside(parameters: &Parameters, exponent: __m256i) -> __m256i {
    let least = if parameters.floor >= -RANGE { OF_ZERO } else { -RANGE };
    let is_above = _mm256_cmpgt_epi32(exponent, _mm256_set1_epi32(RANGE));
    let is_below = _mm256_cmpgt_epi32(_mm256_set1_epi32(least), exponent);
    let is_not_zero = _mm256_cmpgt_epi32(exponent, _mm256_set1_epi32(OF_ZERO));
    _mm256_or_si256(is_above, _mm256_and_si256(is_below, is_not_zero))
}

/// Returns a mask of the columns with an infinity or a NaN.
#[inline]
#[target_feature(enable = "avx2")]
fn is_special(largest: __m256i, of_c: __m256i) -> __m256i {
    let in_products = _mm256_cmpgt_epi32(largest, _mm256_set1_epi32(OF_SPECIAL));
    _mm256_or_si256(in_products, _mm256_cmpgt_epi32(of_c, _mm256_set1_epi32(BIAS)))
}

/// Returns 2^exponent.
#[inline]
#[target_feature(enable = "avx2")]
fn power(exponent: __m256i) -> __m256 {
    let field = _mm256_add_epi32(exponent, _mm256_set1_epi32(BIAS));
    _mm256_castsi256_ps(_mm256_slli_epi32::<FRACTION_BITS>(field))
}

/// Returns 2^(kept - exponent + shift), or 0 below the normal numbers: then no product reaches a unit. Only products of
/// zero would need a larger number than 2^127.
#[inline]
#[target_feature(enable = "avx2")]
fn scaled(kept: __m256i, exponent: __m256i, shift: __m256i) -> __m256 {
    let exponent = _mm256_add_epi32(_mm256_sub_epi32(kept, exponent), shift);
    let exponent = _mm256_max_epi32(exponent, _mm256_set1_epi32(-BIAS));
    power(_mm256_min_epi32(exponent, _mm256_set1_epi32(BIAS)))
}

/// Truncates a term to units.
#[inline]
#[target_feature(enable = "avx2")]
fn units(term: __m256, scale: __m256) -> __m256i {
    _mm256_cvttps_epi32(_mm256_mul_ps(term, scale))
}

#[inline]
#[target_feature(enable = "avx2")]
fn doubles(x: __m256i) -> (__m256d, __m256d) {
    let upper = _mm256_extracti128_si256::<1>(x);
    (_mm256_cvtepi32_pd(_mm256_castsi256_si128(x)), _mm256_cvtepi32_pd(upper))
}

#[inline]
#[target_feature(enable = "avx2")]
fn wide(x: __m256) -> (__m256d, __m256d) {
    let upper = _mm256_extractf128_ps::<1>(x);
    (_mm256_cvtps_pd(_mm256_castps256_ps128(x)), _mm256_cvtps_pd(upper))
}

#[inline]
#[target_feature(enable = "avx2")]
fn exponents(exponents: &[i16; N]) -> __m256i {
    #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
    // SAFETY: `exponents` has the 32 bytes that the intrinsic reads. The address may have any alignment.
    unsafe {
        _mm256_loadu_si256(exponents.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn integers(values: &[i32; LANES]) -> __m256i {
    #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
    // SAFETY: `values` has the 32 bytes that the intrinsic reads. The address may have any alignment.
    unsafe {
        _mm256_loadu_si256(values.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn floats(values: &[f32; LANES]) -> __m256 {
    #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
    // SAFETY: `values` has the 32 bytes that the intrinsic reads. The address may have any alignment.
    unsafe {
        _mm256_loadu_ps(values.as_ptr())
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(values: &mut [f64; LANES / 2], vector: __m256d) {
    #[expect(unsafe_code, reason = "the intrinsic writes through a raw pointer")]
    // SAFETY: `values` has the 32 bytes that the intrinsic writes. The address may have any alignment.
    unsafe {
        _mm256_storeu_pd(values.as_mut_ptr(), vector);
    }
}
