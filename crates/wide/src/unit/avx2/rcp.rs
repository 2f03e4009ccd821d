//! `rcp.approx.f32`.

use super::datapath::{Function, Rows, Sum, left, rows};
use super::{
    INFINITY, MIN_NORMAL, NAN, array, flushed, is_nan, is_small, is_zero, run, select, with_sign,
};
use core::arch::x86_64::*;
use ptx_core::Subnormals;
use ptx_core::mufu::Operation;

struct Rcp;

impl Function for Rcp {
    const OPERATION: Operation = Operation::Rcp;
    const R_BITS: u32 = 16;
    const C0_SHIFT: u32 = 13;
    const C2_SHIFT: u32 = 0;
    const DROP: u32 = 15;
    const FALLS: bool = true;
}

static ROWS: Rows = rows::<Rcp>(128);

/// Computes [`ptx_core::rcp_approx_f32`].
pub fn rcp(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
    run(a, d, subnormals, [elements::<true>, elements::<false>])
}

/// `KEEP` is false with `.ftz`.
#[target_feature(enable = "avx2,fma")]
fn elements<const KEEP: bool>(a: &[u32], d: &mut [u32]) {
    let product =
        |a, b| _mm256_castps_si256(_mm256_mul_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b)));
    let argument = |a| {
        let [operand, passed] = match KEEP {
            true => [product(a, scale(a)), scale(a)],
            false => [flushed(a); 2],
        };
        [left(operand, Rcp::PLACE), passed]
    };
    array::<Rcp>(a, d, &ROWS, argument, |a, passed, sum| match KEEP {
        true => product(unit(product(a, passed), &sum), passed),
        false => unit(passed, &sum),
    });
}

/// Returns the bits of 2^24 for subnormal numbers and zeros, of 1/4 for numbers whose magnitude exceeds 2^126, and
/// otherwise of 1.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn scale(a: __m256i) -> __m256i {
    const TWO_126: i32 = (127 + 126) << 23;
    let bits = |x: f32| _mm256_set1_epi32(x.to_bits() as i32);
    let size = _mm256_and_si256(a, _mm256_set1_epi32(NAN));
    let is_large = _mm256_cmpgt_epi32(size, _mm256_set1_epi32(TWO_126));
    let scale = select(is_large, bits(0.25), bits(1.0));
    select(is_small(a), bits((1 << 24) as f32), scale)
}

/// Computes `MUFU.RCP` of numbers that are not subnormal.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn unit(a: __m256i, sum: &Sum) -> __m256i {
    // The leading bit of the significand makes it 253.
    let field = _mm256_add_epi32(sum.high::<Rcp>(), _mm256_set1_epi32(252 * MIN_NORMAL));
    let infinity = _mm256_set1_epi32(INFINITY);
    let size = _mm256_sub_epi32(field, _mm256_and_si256(a, infinity));
    // The result is also too small for infinite and most NaN operands.
    let is_normal = _mm256_cmpgt_epi32(size, _mm256_set1_epi32(MIN_NORMAL - 1));
    let size = select(is_zero(a), infinity, _mm256_and_si256(size, is_normal));
    select(is_nan(a), _mm256_set1_epi32(NAN), with_sign(size, a))
}
