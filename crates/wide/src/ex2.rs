//! Computes `ex2.approx.f32` for 16 operands at a time, with the table of `MUFU.EX2` in vector registers.
//!
//! The steps are those of `ptx_core::ex2_approx_f32` and of the functions that it calls.

use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::{Operation, Steps, steps};

/// The number of 32-bit words in a vector register.
const LANES: usize = 16;
type Words = [u32; LANES];

const SEGMENTS: usize = 64;
/// The width of `r`, the part of the fraction below the segment number.
const R_BITS: u32 = 17;
const FRACTION_BITS: u32 = 23;
const INFINITY: i32 = 0x7f80_0000;
const MIN_NORMAL: i32 = 1 << FRACTION_BITS;

/// The bits that the datapath drops from its sum, and the position of `c0` in the sum.
const DROP: u32 = 15;
const C0_SHIFT: u32 = 13;
/// The position of `c1` in a word that also holds `c2`.
const C1: u32 = 12;
const BIAS: i32 = of_segment(0).bias as i32;
const _: () = assert!(of_segment(0).sum >> DROP == MIN_NORMAL as i64, "2^0 is 1");

/// Two tables with a word for each segment: `c0`, and `c1 << C1 | c2`. Each table fills four vectors.
const ROWS: [[Words; 4]; 2] = {
    let mut rows = [[[0; LANES]; 4]; 2];
    let mut i = 0;
    while i < SEGMENTS {
        let [c0, c1, c2] = of_segment(i as u32).row;
        assert!(c0 > 0 && c1 > 0 && c2 > 0 && c2 >> C1 == 0);
        rows[0][i / LANES][i % LANES] = c0 as u32;
        rows[1][i / LANES][i % LANES] = (c1 << C1 | c2) as u32;
        i += 1;
    }
    rows
};

/// Returns the intermediate results of the datapath for the lowest operand of a segment.
const fn of_segment(segment: u32) -> Steps {
    let steps = steps(Operation::Ex2, segment << R_BITS);
    assert!(steps.segment == segment && steps.terms[0] == (steps.row[0] as i64) << C0_SHIFT);
    steps
}

pub(crate) fn run(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    let is_supported = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vnni");
    if !is_supported {
        return None;
    }
    #[expect(unsafe_code, reason = "the function requires features of the processor")]
    // SAFETY: the processor has the features that the function is compiled for.
    unsafe {
        match subnormals {
            Subnormals::Keep => array::<true>(a, d),
            Subnormals::Flush => array::<false>(a, d),
        }
    }
    Some(())
}

/// Computes as many elements as the shorter array has. `KEEP` is false with `.ftz`.
#[target_feature(enable = "avx512f,avx512vbmi,avx512vnni")]
fn array<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    let rows = [registers(&ROWS[0]), registers(&ROWS[1])];
    let count = a.len().min(d.len());
    let (whole, rest) = a[..count].as_chunks();
    let (results, last) = d[..count].as_chunks_mut();
    for (a, d) in whole.iter().zip(results) {
        store(d, ex2::<KEEP>(&rows, load(a)));
    }
    let mut words = [0; LANES];
    words[..rest.len()].copy_from_slice(rest);
    let bits = load(&words);
    store(&mut words, ex2::<KEEP>(&rows, bits));
    last.copy_from_slice(&words[..rest.len()]);
}

/// Computes the instruction.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi,avx512vnni")]
fn ex2<const KEEP: bool>(rows: &[[__m512i; 4]; 2], a: __m512i) -> __m512i {
    if !KEEP {
        return unit(rows, a);
    }
    let halved = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(_mm512_castsi512_ps(a), _mm512_set1_ps(-126.0));
    let power = unit(rows, _mm512_mask_sub_epi32(a, halved, a, _mm512_set1_epi32(MIN_NORMAL)));
    let root = _mm512_castsi512_ps(power);
    _mm512_castps_si512(_mm512_mask_mul_ps(root, halved, root, root))
}

/// Computes `MUFU.EX2`.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi,avx512vnni")]
fn unit(rows: &[[__m512i; 4]; 2], a: __m512i) -> __m512i {
    let size = _mm512_and_si512(a, _mm512_set1_epi32(i32::MAX));
    let fixed = exponent(fixed(size), a);
    let sum = datapath(rows, fixed);
    let field = _mm512_add_epi32(
        _mm512_srai_epi32::<FRACTION_BITS>(fixed),
        _mm512_set1_epi32(126), // the leading bit of the significand makes it 127
    );
    let power = _mm512_add_epi32(_mm512_slli_epi32::<FRACTION_BITS>(field), sum);
    let is_normal = _mm512_cmpge_epi32_mask(power, _mm512_set1_epi32(MIN_NORMAL));
    let power = _mm512_maskz_mov_epi32(is_normal, power);
    let is_nan = _mm512_cmpgt_epi32_mask(size, _mm512_set1_epi32(INFINITY));
    _mm512_mask_mov_epi32(power, is_nan, _mm512_set1_epi32(i32::MAX))
}

/// Converts a magnitude to fixed point with 23 fraction bits, truncated. NaN and magnitudes above 128 give 128.
#[inline]
#[target_feature(enable = "avx512f")]
fn fixed(size: __m512i) -> __m512i {
    let size = _mm512_min_ps(_mm512_castsi512_ps(size), _mm512_set1_ps(128.0));
    _mm512_cvttps_epi32(_mm512_mul_ps(size, _mm512_set1_ps(MIN_NORMAL as f32)))
}

/// Negates a fixed-point number if `a` is negative, as the hardware does: if the fraction is not 0, the result is the
/// ones' complement.
#[inline]
#[target_feature(enable = "avx512f")]
fn exponent(fixed: __m512i, a: __m512i) -> __m512i {
    let negative = _mm512_cmplt_epi32_mask(a, _mm512_setzero_si512());
    let fraction = _mm512_set1_epi32(MIN_NORMAL - 1);
    let whole = _mm512_mask_testn_epi32_mask(negative, fixed, fraction);
    let fixed = _mm512_xor_si512(fixed, _mm512_srai_epi32::<31>(a));
    _mm512_mask_add_epi32(fixed, whole, fixed, _mm512_set1_epi32(1))
}

/// Computes `(c0 << 13) + c1·r + c2·q + BIAS` and drops the low 15 bits of the sum. The segment number and `r` are the
/// fraction bits of `fixed`.
///
/// The sum has 40 bits, and the lanes have 32. So the code computes the sum in two parts:
///
/// * The upper bits of `c0` (`high`) are above the dropped bits. The code adds them to the result.
/// * The low two bits of `c0` (`low`) and the other terms are shifted right by three before they are added. Their sum
///   then fits 32 bits. `c1·r` is split for this shift: the product with a multiple of 8 loses no bits.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi,avx512vnni")]
fn datapath(rows: &[[__m512i; 4]; 2], fixed: __m512i) -> __m512i {
    const SHORT: u32 = 3;
    let r = _mm512_and_si512(fixed, _mm512_set1_epi32((1 << R_BITS) - 1));
    let segment = _mm512_srli_epi32::<R_BITS>(fixed);
    let (c0, c12) = (lookup(&rows[0], segment), lookup(&rows[1], segment));
    let c1 = _mm512_srli_epi32::<C1>(c12);
    let c2 = _mm512_and_si512(c12, _mm512_set1_epi32((1 << C1) - 1));

    let rest = _mm512_mullo_epi32(c1, _mm512_and_si512(r, _mm512_set1_epi32((1 << SHORT) - 1)));
    let quadratic = _mm512_mullo_epi32(c2, square(r));
    let below = _mm512_add_epi32(_mm512_add_epi32(rest, quadratic), _mm512_set1_epi32(BIAS));
    let linear = _mm512_mullo_epi32(c1, _mm512_srli_epi32::<SHORT>(r));
    let low = _mm512_and_si512(c0, _mm512_set1_epi32((1 << (DROP - C0_SHIFT)) - 1));
    let low = _mm512_slli_epi32::<{ C0_SHIFT - SHORT }>(low);
    let sum = _mm512_add_epi32(_mm512_srli_epi32::<SHORT>(below), _mm512_add_epi32(linear, low));
    let high = _mm512_srli_epi32::<{ DROP - C0_SHIFT }>(c0);
    _mm512_add_epi32(_mm512_srli_epi32::<{ DROP - SHORT }>(sum), high)
}

/// Reads the words of a table at the low six bits of each index.
#[inline]
#[target_feature(enable = "avx512f")]
fn lookup(table: &[__m512i; 4], index: __m512i) -> __m512i {
    let lower = _mm512_permutex2var_epi32(table[0], index, table[1]);
    let upper = _mm512_permutex2var_epi32(table[2], index, table[3]);
    let is_upper = _mm512_test_epi32_mask(index, _mm512_set1_epi32(SEGMENTS as i32 / 2));
    _mm512_mask_mov_epi32(lower, is_upper, upper)
}

/// Computes the truncated square of a 17-bit `x`, whose upper eight bits are `high`, and whose lower nine bits are
/// `low`: half of the square of `high`, plus `low >> (9 - j)` for each bit `j` of `high` but bit 0.
///
/// `low >> (9 - j)` fits a byte. A multishift extracts four of these bytes, and a second multishift extracts the four
/// bits `j` of `high` into bytes. VNNI multiplies the bytes in pairs and adds the four products to the sum.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi,avx512vnni")]
fn square(x: __m512i) -> __m512i {
    /// Returns the control word of a multishift that moves these four bits of each 32-bit word to bit 0 of a byte.
    const fn bits([a, b, c, d]: [u64; 4]) -> i64 {
        let word = a | b << 8 | c << 16 | d << 24;
        (word | (word + 0x2020_2020) << 32) as i64
    }
    const ZERO: u64 = 24;
    let high = _mm512_srli_epi32::<9>(x);
    let low = _mm512_and_si512(x, _mm512_set1_epi32(0x1ff));
    let shifted = [bits([8, 7, 6, 5]), bits([4, 3, 2, ZERO])];
    let factors = [bits([1, 2, 3, 4]), bits([5, 6, 7, ZERO])];
    let mut sum = _mm512_srli_epi32::<1>(_mm512_mullo_epi32(high, high));
    for (shifted, factors) in shifted.into_iter().zip(factors) {
        let shifted = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(shifted), low);
        let factors = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(factors), high);
        sum = _mm512_dpbusd_epi32(sum, shifted, _mm512_and_si512(factors, _mm512_set1_epi8(1)));
    }
    sum
}

#[inline]
#[target_feature(enable = "avx512f")]
fn registers([a, b, c, d]: &[Words; 4]) -> [__m512i; 4] {
    [load(a), load(b), load(c), load(d)]
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
