//! `tanh.approx.f32`.

use super::datapath::{Function, Rows, Sum, right};
use super::{FRACTION_BITS, INFINITY, MIN_NORMAL, NAN, array, is_nan, run, select, with_sign};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::{Operation, steps};

/// The position of `c0` in the sum depends on the binade, so the code adds `c0` itself.
struct Tanh;

impl Function for Tanh {
    const OPERATION: Operation = Operation::Tanh;
    const C0_SHIFT: u32 = Self::DROP;
    const C2_SHIFT: u32 = 1;
    const DROP: u32 = 15;
    const CENTRED: bool = true;
}

/// The exponent field of 2^-8. The table starts at this number.
const FIRST: u32 = 127 - 8;
/// The number of binades (ranges from a power of two to the next) of the table.
const BINADES: u32 = 11;
const ONE: i32 = 127 << FRACTION_BITS;

/// The table, and for each binade: the number of its first segment, the number of fraction bits that select the segment,
/// and the number of bits of the sum below a significand of 25 bits.
static TABLES: (Rows, [[i8; 16]; 3]) = {
    let (mut rows, mut binades) = (Rows::ZERO, [[0; 16]; 3]);
    let mut i = 0;
    while i < BINADES {
        let lowest = (FIRST + i) << FRACTION_BITS;
        let first = steps(Operation::Tanh, lowest);
        let last = steps(Operation::Tanh, lowest | (MIN_NORMAL as u32 - 1)).segment;
        let bits = (last - first.segment + 1).trailing_zeros();
        let shift = (first.terms[0] / first.row[0] as i64).trailing_zeros();
        let mut segment = first.segment;
        while segment <= last {
            let below = (segment - first.segment) << (FRACTION_BITS - bits);
            let steps = steps(Operation::Tanh, lowest | below);
            assert!(steps.segment == segment && steps.r == 0);
            rows = rows.with::<Tanh>(segment, steps, shift);
            segment += 1;
        }
        binades[0][i as usize] = first.segment as i8;
        binades[1][i as usize] = bits as i8;
        binades[2][i as usize] = shift as i8 - 1;
        i += 1;
    }
    (rows, binades)
};

/// Computes [`ptx_core::tanh_approx_f32`]; `.ftz` does not change any result.
pub fn tanh(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements; 2])
}

#[target_feature(enable = "avx2,fma")]
fn elements(a: &[u32], d: &mut [u32]) {
    let (rows, binades) = &TABLES;
    let [first, bits, drop] = binades.each_ref().map(|bytes| {
        let [low, high] =
            [&bytes[..8], &bytes[8..]].map(|half| half.iter().rfold(0, |x, b| x << 8 | *b as i64));
        _mm256_set_epi64x(high, low, high, low)
    });
    let argument = |a| {
        let fraction = _mm256_and_si256(a, _mm256_set1_epi32(MIN_NORMAL - 1));
        // Only the lowest byte of each word is an index. The bytes of the other words become zero.
        let index = _mm256_or_si256(binade(a), _mm256_set1_epi32(!0xff));
        let [first, bits, drop] =
            [first, bits, drop].map(|bytes| _mm256_shuffle_epi8(bytes, index));
        let below = _mm256_slli_epi32::<1>(_mm256_sllv_epi32(fraction, bits));
        [_mm256_add_epi32(_mm256_slli_epi32::<24>(first), below), drop]
    };
    array::<Tanh>(a, d, rows, argument, |a, drop, sum| unit(a, drop, &sum));
}

/// Returns the number of the binade, counted from the first of the table.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn binade(a: __m256i) -> __m256i {
    let size = _mm256_and_si256(a, _mm256_set1_epi32(NAN));
    _mm256_sub_epi32(right(size, FRACTION_BITS), _mm256_set1_epi32(FIRST as i32))
}

/// Computes `MUFU.TANH`.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn unit(a: __m256i, drop: __m256i, sum: &Sum) -> __m256i {
    let linear =
        _mm256_sllv_epi32(sum.r, _mm256_sub_epi32(_mm256_set1_epi32(Tanh::DROP as i32), drop));
    let significand = _mm256_add_epi32(
        _mm256_add_epi32(_mm256_slli_epi32::<1>(sum.c0), linear),
        _mm256_srav_epi32(sum.rest, drop),
    );

    // A result has the exponent of its operand, or the exponent -1 if the operand is 1 or more. If the significand has
    // only 24 bits, the exponent is one less.
    let size = _mm256_and_si256(a, _mm256_set1_epi32(NAN));
    let is_short = _mm256_cmpgt_epi32(_mm256_set1_epi32(2 * MIN_NORMAL), significand);
    let short = _mm256_sub_epi32(significand, _mm256_set1_epi32(MIN_NORMAL));
    let significand = select(is_short, short, _mm256_srli_epi32::<1>(significand));
    let field = _mm256_and_si256(size, _mm256_set1_epi32(INFINITY));
    let field = _mm256_min_epi32(field, _mm256_set1_epi32(ONE - MIN_NORMAL));
    // The leading bit of the significand increments the field.
    let result =
        _mm256_add_epi32(_mm256_sub_epi32(field, _mm256_set1_epi32(MIN_NORMAL)), significand);

    let binade = binade(a);
    let result = select(binade, size, result);
    let is_above = _mm256_cmpgt_epi32(binade, _mm256_set1_epi32(BINADES as i32 - 1));
    let result = with_sign(select(is_above, _mm256_set1_epi32(ONE), result), a);
    select(is_nan(a), _mm256_set1_epi32(NAN), result)
}
