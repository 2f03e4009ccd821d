//! `lg2.approx.f32`.

use super::datapath::{Function, Rows, Table, rows, sum};
use super::{SIGN, array, flushed, join, or_nan, run, scaled, special};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

/// The two lowest bits of the sum have no effect, so `DROP` is two more than the number of low bits that the code uses.
struct Lg2;

impl Function for Lg2 {
    const OPERATION: Operation = Operation::Lg2;
    const C0_SHIFT: u32 = 12;
    const C2_SHIFT: u32 = 1;
    const DROP: u32 = LOW + 2;
    const OFFSET: i32 = 1 << 15;
}

/// The number of fraction bits of the logarithm, and how many of them are in the low part.
const POINT: u32 = 36;
const LOW: u32 = 19;

const ROWS: Rows<4> = rows::<Lg2, 4>();

pub(crate) fn lg2(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<true>, elements::<false>])
}

/// `KEEP` is false with `.ftz`.
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn elements<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    let table = Table::of(&ROWS);
    array(a, d, |a| {
        if !KEEP {
            return unit(&table, flushed(a));
        }
        let (scaled, subnormal) = scaled(a);
        let result = _mm512_castsi512_ps(unit(&table, scaled));
        let result = _mm512_mask_sub_ps(result, subnormal, result, _mm512_set1_ps(24.0));
        _mm512_castps_si512(result)
    });
}

/// Computes `MUFU.LG2` of numbers that are not subnormal.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn unit(table: &Table<4>, a: __m512i) -> __m512i {
    const WHOLE: u32 = POINT - LOW;
    let sum = sum::<Lg2, 4>(table, a);
    // The exponent field, in the place of the integer part.
    let field =
        _mm512_and_si512(_mm512_srli_epi32::<{ 23 - WHOLE }>(a), _mm512_set1_epi32(0xff << WHOLE));
    let fraction = _mm512_sub_epi32(sum.high, _mm512_set1_epi32(127 << WHOLE));
    let high = _mm512_add_epi32(fraction, field);
    let low = _mm512_srli_epi32::<2>(sum.low::<Lg2>());
    // If the logarithm is negative, the hardware uses the ones' complement as the magnitude.
    let negative = _mm512_srai_epi32::<31>(high);
    let low = _mm512_xor_si512(low, _mm512_srli_epi32::<{ 32 - LOW }>(negative));
    let size = join::<LOW, POINT>(_mm512_xor_si512(high, negative), low);
    const OR_AND: i32 = 0xf8;
    let result = _mm512_ternarylogic_epi32::<OR_AND>(size, negative, _mm512_set1_epi32(SIGN));
    special::<
        {
            special::ZERO * special::MINUS_INFINITE
                + special::ONE * special::PLUS_ZERO
                + special::PLUS_INFINITY * special::THE_OPERAND
        },
    >(or_nan(result, a), a)
}
