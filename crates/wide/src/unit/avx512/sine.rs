//! `sin.approx.f32` and `cos.approx.f32`.

use super::datapath::{Function, Rows, Table, rows, sum};
use super::{MIN_NORMAL, NAN, NANS, SIGN, array, join, run};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Sin;

impl Function for Sin {
    const OPERATION: Operation = Operation::Sin;
    const C0_SHIFT: u32 = 11;
    const C2_SHIFT: u32 = 0;
    const DROP: u32 = 14;
    const OFFSET: i32 = 0;
}

const ROWS: Rows<4> = rows::<Sin, 4>();

/// `.ftz` does not change any result.
pub(crate) fn sin(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<false>; 2])
}

/// `.ftz` does not change any result.
pub(crate) fn cos(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<true>; 2])
}

#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn elements<const COS: bool>(a: &[u32], d: &mut [u32]) {
    let table = Table::of(&ROWS);
    array(a, d, |a| unit::<COS>(&table, a));
}

/// Computes `MUFU.SIN` or `MUFU.COS` of radians.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn unit<const COS: bool>(table: &Table<4>, a: __m512i) -> __m512i {
    let word = match COS {
        true => _mm512_add_epi32(turns(a), _mm512_set1_epi32(MIN_NORMAL)),
        false => turns(a),
    };
    // In every second quadrant, the argument is the ones' complement of the fraction.
    let is_backwards = _mm512_test_epi32_mask(word, _mm512_set1_epi32(MIN_NORMAL));
    let argument = _mm512_mask_xor_epi32(word, is_backwards, word, _mm512_set1_epi32(-1));
    let sum = sum::<Sin, 4>(table, argument);
    let size = join::<14, 37>(sum.high, sum.low::<Sin>());

    let half = _mm512_slli_epi32::<7>(word);
    let sign = match COS {
        true => half,
        false => _mm512_xor_si512(half, a),
    };
    const OR_AND: i32 = 0xf8;
    let result = _mm512_ternarylogic_epi32::<OR_AND>(size, sign, _mm512_set1_epi32(SIGN));
    const NOT_FINITE: i32 = NANS | 0x18;
    let is_nan = _mm512_fpclass_ps_mask::<NOT_FINITE>(_mm512_castsi512_ps(a));
    _mm512_mask_mov_epi32(result, is_nan, _mm512_set1_epi32(NAN))
}

/// Converts the magnitude of radians to turns in fixed point with 25 fraction bits. Returns only the fraction bits.
#[inline]
#[target_feature(enable = "avx512dq")]
fn turns(a: __m512i) -> __m512i {
    const TRUNCATE: i32 = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    let size = _mm512_abs_ps(_mm512_castsi512_ps(a));
    let turn = _mm512_set1_ps(f32::from_bits(0x3e22_f983)); // 1 / 2π
    let turns = _mm512_mul_round_ps::<TRUNCATE>(size, turn);
    let fraction = _mm512_reduce_ps::<TRUNCATE>(turns);
    _mm512_cvttps_epi32(_mm512_mul_ps(fraction, _mm512_set1_ps((1 << 25) as f32)))
}
