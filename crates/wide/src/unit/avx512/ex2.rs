//! `ex2.approx.f32`.

use super::datapath::{Function, Rows, Table, rows, sum};
use super::{FRACTION_BITS, MIN_NORMAL, NAN, NANS, array, run};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Ex2;

impl Function for Ex2 {
    const OPERATION: Operation = Operation::Ex2;
    const C0_SHIFT: u32 = 13;
    const C2_SHIFT: u32 = 0;
    const DROP: u32 = 15;
    const OFFSET: i32 = 1 << 15;
}

const ROWS: Rows<4> = rows::<Ex2, 4>();

pub(crate) fn ex2(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<true>, elements::<false>])
}

/// `KEEP` is false with `.ftz`.
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn elements<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    let table = Table::of(&ROWS);
    array(a, d, |a| {
        if !KEEP {
            return unit(&table, a);
        }
        let number = _mm512_castsi512_ps(a);
        let halved = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(number, _mm512_set1_ps(-126.0));
        let half = _mm512_mask_sub_epi32(a, halved, a, _mm512_set1_epi32(MIN_NORMAL));
        let root = _mm512_castsi512_ps(unit(&table, half));
        _mm512_castps_si512(_mm512_mask_mul_ps(root, halved, root, root))
    });
}

/// Computes `MUFU.EX2`.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn unit(table: &Table<4>, a: __m512i) -> __m512i {
    let fixed = exponent(fixed(a), a);
    let significand = sum::<Ex2, 4>(table, fixed).high;
    let field = _mm512_add_epi32(
        _mm512_srai_epi32::<FRACTION_BITS>(fixed),
        _mm512_set1_epi32(126), // the leading bit of the significand makes it 127
    );
    let power = _mm512_add_epi32(_mm512_slli_epi32::<FRACTION_BITS>(field), significand);
    let is_normal = _mm512_cmpge_epi32_mask(power, _mm512_set1_epi32(MIN_NORMAL));
    let power = _mm512_maskz_mov_epi32(is_normal, power);
    let is_nan = _mm512_fpclass_ps_mask::<NANS>(_mm512_castsi512_ps(a));
    _mm512_mask_mov_epi32(power, is_nan, _mm512_set1_epi32(NAN))
}

/// Converts a magnitude to fixed point with 23 fraction bits, truncated. NaN and magnitudes above 128 give 128.
#[inline]
#[target_feature(enable = "avx512f")]
fn fixed(a: __m512i) -> __m512i {
    let size = _mm512_abs_ps(_mm512_castsi512_ps(a));
    let size = _mm512_min_ps(size, _mm512_set1_ps(128.0));
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
