//! `sqrt.approx.f32` and `rsqrt.approx.f32`.

use super::datapath::{Function, Rows, Table, rows, sum};
use super::{INFINITY, MIN_NORMAL, array, flushed, or_nan, run, scaled, special};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Rsq;

impl Function for Rsq {
    const OPERATION: Operation = Operation::Rsq;
    const C0_SHIFT: u32 = 14;
    const C2_SHIFT: u32 = 2;
    const DROP: u32 = 16;
    const OFFSET: i32 = -(1 << 15);
}

struct Sqrt;

impl Function for Sqrt {
    const OPERATION: Operation = Operation::Sqrt;
    const C0_SHIFT: u32 = 15;
    const C2_SHIFT: u32 = 1;
    const DROP: u32 = 17;
    const OFFSET: i32 = 1 << 16;
}

const RSQ: Rows<8> = rows::<Rsq, 8>();
const SQRT: Rows<8> = rows::<Sqrt, 8>();

pub(crate) fn rsqrt(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [rsqrts::<true>, rsqrts::<false>])
}

pub(crate) fn sqrt(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [sqrts::<true>, sqrts::<false>])
}

/// `KEEP` is false with `.ftz`.
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn rsqrts<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    let table = Table::of(&RSQ);
    array(a, d, |a| match KEEP {
        true => of_scaled(a, (1 << 12) as f32, |a| rsq(&table, a)),
        false => rsq(&table, flushed(a)),
    });
}

/// `KEEP` is false with `.ftz`.
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn sqrts<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    let table = Table::of(&SQRT);
    array(a, d, |a| match KEEP {
        true => of_scaled(a, 1.0 / (1 << 12) as f32, |a| root(&table, a)),
        false => root(&table, flushed(a)),
    });
}

/// Multiplies subnormal numbers by 2^24, calls `unit`, and multiplies the results by `back`.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn of_scaled(a: __m512i, back: f32, unit: impl Fn(__m512i) -> __m512i) -> __m512i {
    let (scaled, subnormal) = scaled(a);
    let root = _mm512_castsi512_ps(unit(scaled));
    _mm512_castps_si512(_mm512_mask_mul_ps(root, subnormal, root, _mm512_set1_ps(back)))
}

/// Computes `MUFU.RSQ` of numbers that are not subnormal.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn rsq(table: &Table<8>, a: __m512i) -> __m512i {
    let significand = sum::<Rsq, 8>(table, a).high;
    let field = _mm512_sub_epi32(_mm512_set1_epi32(189 << 23), halved(a));
    let result = _mm512_add_epi32(field, significand);
    // For a power of 4, the interpolated result is one unit less than the result of the hardware.
    let odd = _mm512_xor_si512(a, _mm512_set1_epi32(MIN_NORMAL));
    let is_power = _mm512_testn_epi32_mask(odd, _mm512_set1_epi32(2 * MIN_NORMAL - 1));
    let result = _mm512_mask_add_epi32(result, is_power, result, _mm512_set1_epi32(1));
    special::<
        {
            special::ZERO * special::INFINITE_WITH_SIGN
                + special::PLUS_INFINITY * special::PLUS_ZERO
        },
    >(or_nan(result, a), a)
}

/// Computes `MUFU.SQRT` of numbers that are not subnormal.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
fn root(table: &Table<8>, a: __m512i) -> __m512i {
    let significand = sum::<Sqrt, 8>(table, a).high;
    let field = _mm512_add_epi32(_mm512_set1_epi32(62 << 23), halved(a));
    let result = _mm512_add_epi32(field, significand);
    special::<
        { special::ZERO * special::THE_OPERAND + special::PLUS_INFINITY * special::THE_OPERAND },
    >(or_nan(result, a), a)
}

/// Returns half of the exponent field, rounded up, in the place of the exponent field. The number must be positive.
#[inline]
#[target_feature(enable = "avx512f")]
fn halved(a: __m512i) -> __m512i {
    let sum = _mm512_add_epi32(a, _mm512_set1_epi32(MIN_NORMAL));
    _mm512_and_si512(_mm512_srli_epi32::<1>(sum), _mm512_set1_epi32(INFINITY))
}
