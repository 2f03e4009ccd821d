//! Computes the sums of a step of the tensor core for 8 or 16 columns at a time, with products in binary32.
//!
//! A product of two elements is exact in binary32. Multiplied by a power of two, it counts units, and the conversion to
//! an integer truncates it. The steps of `ptx-core` compute the same in binary64, with half as many columns in a vector
//! and with four more operations for each product.

use crate::vectors;
use core::arch::x86_64::*;
use ptx_core::mma::Parameters;
use ptx_core::mma::panel::{Factors, Sums};

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

macro_rules! columns {
    ($($n:literal $vectors:literal;)*) => { $(
        impl Sums<$n> for Columns {
            #[inline(always)]
            fn sums(
                self,
                parameters: &Parameters,
                a: &[Factors<1>],
                b: &[Factors<$n>],
                scales: Option<&[i32; $n]>,
                accumulator: &[f32; $n],
            ) -> Option<[f64; $n]> {
                #[expect(unsafe_code, reason = "the function requires features of the processor")]
                // SAFETY: `Columns::new` returned this value, so the processor has AVX2.
                unsafe {
                    sums::<$n, $vectors>(parameters, a, b, scales, accumulator)
                }
            }

            fn widely<R>(self, f: impl FnOnce() -> R) -> R {
                vectors::wide(f)
            }
        }
    )* };
}
columns!(8 1; 16 2;);

/// Computes the sums of N columns in V vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn sums<const N: usize, const V: usize>(
    parameters: &Parameters,
    a: &[Factors<1>],
    b: &[Factors<N>],
    scales: Option<&[i32; N]>,
    accumulator: &[f32; N],
) -> Option<[f64; N]> {
    let zero = _mm256_setzero_si256();
    let mut largest = largest_exponents::<N, V>(a, b);
    let mut shift = [zero; V];
    if let Some(scales) = scales {
        let (scales, _) = scales.as_chunks();
        for v in 0..V {
            shift[v] = integers(scales.get(v)?);
            largest[v] = _mm256_add_epi32(largest[v], shift[v]);
        }
    }
    let (columns_of_c, _) = accumulator.as_chunks();
    let (mut c, mut of_c, mut unit_exponent) = ([_mm256_setzero_ps(); V], [zero; V], [zero; V]);
    let (mut outside, mut any) = ([zero; V], zero);
    for v in 0..V {
        c[v] = floats(columns_of_c.get(v)?);
        of_c[v] = exponent(parameters, c[v]);
        unit_exponent[v] = _mm256_max_epi32(largest[v], of_c[v]);
        outside[v] = is_outside(parameters, unit_exponent[v]);
        any = _mm256_or_si256(any, outside[v]);
    }
    let has_special = _mm256_testz_si256(any, any) == 0;
    if has_special {
        let mut others = zero;
        for v in 0..V {
            let special = is_special(largest[v], of_c[v]);
            others = _mm256_or_si256(others, _mm256_andnot_si256(special, outside[v]));
        }
        if _mm256_testz_si256(others, others) == 0 {
            return None;
        }
    }
    // Where all terms are zero, any unit gives the sum 0.
    let least = _mm256_set1_epi32(parameters.floor.max(-RANGE));
    let kept = _mm256_set1_epi32(parameters.kept);
    let (mut sum, mut scale) = ([zero; V], [_mm256_setzero_ps(); V]);
    for v in 0..V {
        unit_exponent[v] = _mm256_max_epi32(unit_exponent[v], least);
        scale[v] = power(_mm256_sub_epi32(kept, unit_exponent[v]));
        sum[v] = units(c[v], scale[v]);
        if scales.is_some() {
            scale[v] = scaled(kept, unit_exponent[v], shift[v]);
        }
    }
    let mut total = [[_mm256_setzero_pd(); 2]; V];
    for (a, b) in a.chunks(SAFE).zip(b.chunks(SAFE)) {
        for (a, b) in a.iter().zip(b) {
            let a = _mm256_set1_ps(a.value[0]);
            let (columns, _) = b.value.as_chunks();
            for v in 0..V {
                let products = _mm256_mul_ps(a, floats(columns.get(v)?));
                sum[v] = _mm256_add_epi32(sum[v], units(products, scale[v]));
            }
        }
        for v in 0..V {
            let (low, high) = doubles(sum[v]);
            total[v] = [_mm256_add_pd(total[v][0], low), _mm256_add_pd(total[v][1], high)];
        }
        sum = [zero; V];
    }
    for v in 0..V {
        let unit = power(_mm256_sub_epi32(unit_exponent[v], kept));
        let (low, high) = wide(unit);
        total[v] = [_mm256_mul_pd(total[v][0], low), _mm256_mul_pd(total[v][1], high)];
    }
    let mut result = stored(&total);
    if has_special {
        let sums = special_sums::<N, V>(a, b, scales, accumulator);
        for (result, sum) in result.iter_mut().zip(sums) {
            *result = if sum.is_finite() { *result } else { sum };
        }
    }
    Some(result)
}

/// Returns the largest exponent of the products of each column.
#[inline]
#[target_feature(enable = "avx2")]
fn largest_exponents<const N: usize, const V: usize>(
    a: &[Factors<1>],
    b: &[Factors<N>],
) -> [__m256i; V] {
    // The exponents have 16 bits, so that one vector holds those of 16 columns.
    let mut largest = [_mm256_set1_epi16(i16::MIN); V];
    for (a, b) in a.iter().zip(b) {
        let a = _mm256_set1_epi16(a.exponent[0]);
        for (i, largest) in largest.iter_mut().enumerate().take(V.div_ceil(2)) {
            let exponents = _mm256_add_epi16(a, exponents(&b.exponent, i));
            *largest = _mm256_max_epi16(*largest, exponents);
        }
    }
    let mut wide = largest;
    for v in 0..V {
        let both = largest[v / 2];
        wide[v] = _mm256_cvtepi16_epi32(match v % 2 {
            0 => _mm256_castsi256_si128(both),
            _ => _mm256_extracti128_si256::<1>(both),
        });
    }
    wide
}

/// Returns sums as IEEE 754 defines them for infinities and NaNs: those of the other columns are rounded. No sum of finite
/// products leaves the range of binary64.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn special_sums<const N: usize, const V: usize>(
    a: &[Factors<1>],
    b: &[Factors<N>],
    scales: Option<&[i32; N]>,
    accumulator: &[f32; N],
) -> [f64; N] {
    let (columns, _) = accumulator.as_chunks();
    let mut sums = [[_mm256_setzero_pd(); 2]; V];
    for (sums, columns) in sums.iter_mut().zip(columns) {
        *sums = wide(floats(columns)).into();
    }
    for (a, b) in a.iter().zip(b) {
        let a = _mm256_set1_pd(a.value[0].into());
        let (columns, _) = b.value.as_chunks();
        for ([low_sum, high_sum], columns) in sums.iter_mut().zip(columns) {
            let (low, high) = wide(floats(columns));
            *low_sum = _mm256_add_pd(*low_sum, _mm256_mul_pd(a, low));
            *high_sum = _mm256_add_pd(*high_sum, _mm256_mul_pd(a, high));
        }
    }
    let mut all = stored(&sums);
    // A block scale that is not a NaN is a power of two, and changes no infinity and no NaN.
    for (sum, scale) in all.iter_mut().zip(scales.into_iter().flatten()) {
        *sum = if *scale > OF_SPECIAL { f64::NAN } else { *sum };
    }
    all
}

/// Returns the numbers of vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn stored<const N: usize, const V: usize>(vectors: &[[__m256d; 2]; V]) -> [f64; N] {
    let mut all = [0.0; N];
    let (parts, _) = all.as_chunks_mut();
    for (part, vector) in parts.iter_mut().zip(vectors.as_flattened()) {
        store(part, *vector);
    }
    all
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

/// Returns part `i` of the exponents, 16 or the last 8.
#[inline]
#[target_feature(enable = "avx2")]
fn exponents<const N: usize>(exponents: &[i16; N], i: usize) -> __m256i {
    let (parts, rest) = exponents.as_chunks::<{ 2 * LANES }>();
    if let Some(part) = parts.get(i) {
        #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
        // SAFETY: `part` has the 32 bytes that the intrinsic reads. The address may have any alignment.
        return unsafe { _mm256_loadu_si256(part.as_ptr().cast()) };
    }
    let Some(part) = rest.first_chunk::<LANES>() else { return _mm256_setzero_si256() };
    #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
    // SAFETY: `part` has the 16 bytes that the intrinsic reads. The address may have any alignment.
    _mm256_zextsi128_si256(unsafe { _mm_loadu_si128(part.as_ptr().cast()) })
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
