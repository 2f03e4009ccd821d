//! `rcp.approx.f32`.

use super::datapath::{Function, Rows, Table, rows, sum};
use super::{INFINITY, MIN_NORMAL, NAN, NANS, SIGN, SUBNORMALS, array, flushed, run, special};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Rcp;

impl Function for Rcp {
    const OPERATION: Operation = Operation::Rcp;
    const C0_SHIFT: u32 = 14;
    const C2_SHIFT: u32 = 1;
    const DROP: u32 = 16;
    const OFFSET: i32 = -(1 << 15);
    /// The unit has 16 bits below the segment number, and uses the datapath of 17 bits with an even argument.
    const LONGER: u32 = 1;
}

const ROWS: Rows<8> = rows::<Rcp, 8>();

pub(crate) fn rcp(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
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
        let scale = scale(a);
        let scaled = _mm512_mul_ps(_mm512_castsi512_ps(a), scale);
        let result = _mm512_castsi512_ps(unit(&table, _mm512_castps_si512(scaled)));
        _mm512_castps_si512(_mm512_mul_ps(result, scale))
    });
}

/// Returns 2^24 for subnormal numbers, 1/4 for numbers whose magnitude exceeds 2^126, and otherwise 1.
#[inline]
#[target_feature(enable = "avx512dq")]
fn scale(a: __m512i) -> __m512 {
    const TWO_126: i32 = (127 + 126) << 23;
    let is_small = _mm512_fpclass_ps_mask::<SUBNORMALS>(_mm512_castsi512_ps(a));
    // Shifting left by one removes the sign.
    let size = _mm512_slli_epi32::<1>(a);
    let is_large = _mm512_cmpgt_epu32_mask(size, _mm512_set1_epi32(TWO_126 << 1));
    let scale = _mm512_mask_mov_ps(_mm512_set1_ps(1.0), is_large, _mm512_set1_ps(0.25));
    _mm512_mask_mov_ps(scale, is_small, _mm512_set1_ps((1 << 24) as f32))
}

/// Computes `MUFU.RCP` of numbers that are not subnormal.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn unit(table: &Table<8>, a: __m512i) -> __m512i {
    let significand = sum::<Rcp, 8>(table, _mm512_slli_epi32::<1>(a)).high;
    // The leading bit of the significand makes it 253.
    let field = _mm512_add_epi32(significand, _mm512_set1_epi32(252 << 23));
    let size = _mm512_sub_epi32(field, _mm512_and_si512(a, _mm512_set1_epi32(INFINITY)));
    // The result is also too small for infinite and most NaN operands.
    let is_normal = _mm512_cmpge_epi32_mask(size, _mm512_set1_epi32(MIN_NORMAL));
    let size = _mm512_maskz_mov_epi32(is_normal, size);
    const OR_AND: i32 = 0xf8;
    let result = _mm512_ternarylogic_epi32::<OR_AND>(size, a, _mm512_set1_epi32(SIGN));
    let is_nan = _mm512_fpclass_ps_mask::<NANS>(_mm512_castsi512_ps(a));
    let result = _mm512_mask_mov_epi32(result, is_nan, _mm512_set1_epi32(NAN));
    special::<{ special::ZERO * special::INFINITE_WITH_SIGN }>(result, a)
}
