//! `tanh.approx.f32`.

use super::datapath::{Function, Rows, Table, sum};
use super::{FRACTION_BITS, INFINITY, LANES, MIN_NORMAL, NAN, NANS, SIGN, Words, array, load, run};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::{Operation, steps};

/// The position of `c0` in the sum depends on the binade, so the code adds `c0` itself.
struct Tanh;

impl Function for Tanh {
    const OPERATION: Operation = Operation::Tanh;
    const C0_SHIFT: u32 = 8;
    const C2_SHIFT: u32 = 1;
    const DROP: u32 = 8;
    const OFFSET: i32 = 1 << 15;
}

/// The exponent field of 2^-8. The table starts at this number.
const FIRST: u32 = 127 - 8;
/// The number of binades (ranges from a power of two to the next) of the table.
const BINADES: u32 = 11;
/// The width of `r`, the part of the argument below the segment number.
const R_BITS: u32 = 17;
const ONE: i32 = 127 << FRACTION_BITS;

/// The table, and for each binade: the index of the first segment as the upper bits of an argument, the number of fraction
/// bits that select the segment, and the number of bits of the sum below a significand of 25 bits.
const TABLES: (Rows<4>, [Words; 3]) = {
    let (mut rows, mut binades) = (Rows::ZERO, [[0; LANES]; 3]);
    let mut i = 0;
    while i < BINADES {
        let lowest = (FIRST + i) << FRACTION_BITS;
        let first = steps(Operation::Tanh, lowest);
        let last = steps(Operation::Tanh, lowest | (MIN_NORMAL as u32 - 1)).segment;
        let bits = (last - first.segment + 1).trailing_zeros();
        let mut segment = first.segment;
        while segment <= last {
            let below = (segment - first.segment) << (FRACTION_BITS - bits);
            let steps = steps(Operation::Tanh, lowest | below);
            assert!(steps.segment == segment && steps.r == 0);
            rows = rows.with::<Tanh>(segment, steps.row);
            segment += 1;
        }
        binades[0][i as usize] = first.segment << R_BITS;
        binades[1][i as usize] = bits;
        binades[2][i as usize] = (first.terms[0] / first.row[0] as i64).trailing_zeros() - 1;
        i += 1;
    }
    (rows, binades)
};

/// `.ftz` does not change any result.
pub(crate) fn tanh(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements; 2])
}

#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn elements(a: &[u32], d: &mut [u32]) {
    const ROWS: Rows<4> = TABLES.0;
    let (table, binades) = (Table::of(&ROWS), TABLES.1.each_ref().map(|words| load(words)));
    array(a, d, |a| unit(&table, &binades, a));
}

/// Computes `MUFU.TANH`.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn unit(table: &Table<4>, binades: &[__m512i; 3], a: __m512i) -> __m512i {
    let size = _mm512_and_si512(a, _mm512_set1_epi32(i32::MAX));
    let exponent = _mm512_srli_epi32::<FRACTION_BITS>(size);
    let binade = _mm512_sub_epi32(exponent, _mm512_set1_epi32(FIRST as i32));
    // The permutation ignores all but the low four bits of an index.
    let [first, bits, drop] = binades.map(|words| _mm512_permutexvar_epi32(binade, words));
    let fraction = _mm512_and_si512(size, _mm512_set1_epi32(MIN_NORMAL - 1));
    let below = _mm512_srli_epi32::<{ FRACTION_BITS - R_BITS }>(_mm512_sllv_epi32(fraction, bits));
    let sum = sum::<Tanh, 4>(table, _mm512_add_epi32(first, below));
    let significand = _mm512_add_epi32(_mm512_slli_epi32::<1>(sum.c0), sum.without_c0(drop));

    // A result has the exponent of its operand, or the exponent -1 if the operand is 1 or more. If the significand has
    // only 24 bits, the exponent is one less.
    let is_short = _mm512_cmplt_epi32_mask(significand, _mm512_set1_epi32(2 * MIN_NORMAL));
    let halved = _mm512_srli_epi32::<1>(significand);
    let significand =
        _mm512_mask_sub_epi32(halved, is_short, significand, _mm512_set1_epi32(MIN_NORMAL));
    let field = _mm512_and_si512(size, _mm512_set1_epi32(INFINITY));
    let field = _mm512_min_epi32(field, _mm512_set1_epi32(ONE - MIN_NORMAL));
    // The leading bit of the significand increments the field.
    let result =
        _mm512_add_epi32(_mm512_sub_epi32(field, _mm512_set1_epi32(MIN_NORMAL)), significand);

    let is_below = _mm512_cmplt_epi32_mask(binade, _mm512_setzero_si512());
    let result = _mm512_mask_mov_epi32(result, is_below, size);
    let is_above = _mm512_cmpge_epi32_mask(binade, _mm512_set1_epi32(BINADES as i32));
    let result = _mm512_mask_mov_epi32(result, is_above, _mm512_set1_epi32(ONE));
    const OR_AND: i32 = 0xf8;
    let result = _mm512_ternarylogic_epi32::<OR_AND>(result, a, _mm512_set1_epi32(SIGN));
    let is_nan = _mm512_fpclass_ps_mask::<NANS>(_mm512_castsi512_ps(a));
    _mm512_mask_mov_epi32(result, is_nan, _mm512_set1_epi32(NAN))
}
