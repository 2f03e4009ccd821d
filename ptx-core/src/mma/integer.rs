//! Products of matrices of integers, single bits and f64.

use super::sparse::{Chunk, select};
use super::types::{BitOperation, Type};
use crate::fpu::fma;
use crate::mode::{Limit, Rounding};

/// Extends the low bits of a word to an i32: sign-extends `.s8` and `.s4`, zero-extends `.u8` and `.u4`.
#[inline]
pub(super) const fn extend(element: Type, bits: u32) -> i32 {
    match element {
        Type::S8 => bits as i8 as i32,
        Type::U8 => bits as u8 as i32,
        Type::S4 => (bits << 28) as i32 >> 28,
        _ => (bits & 15) as i32,
    }
}

/// Adds a sum of products to an accumulator. Returns the low 32 bits of the exact sum, or with `.satfinite` the exact
/// sum clamped to the range of i32.
#[inline]
pub(super) const fn accumulate(c: i32, products: i64, limit: Limit) -> i32 {
    let sum = (c as i64).wrapping_add(products);
    match limit {
        Limit::Satfinite if sum > i32::MAX as i64 => i32::MAX,
        Limit::Satfinite if sum < i32::MIN as i64 => i32::MIN,
        _ => sum as i32,
    }
}

/// Computes D = A · B + C on an integer tile of M rows and N columns.
#[inline]
pub(super) const fn tile<const M: usize, const N: usize, const K: usize>(
    a: &[[i32; K]; M],
    b: &[[i32; N]; K],
    c: &[[i32; N]; M],
    limit: Limit,
) -> [[i32; N]; M] {
    let mut d = *c;
    let mut i = 0;
    while i < M {
        // The sum cannot overflow: it has at most 64 products of at most 16 bits each.
        let mut sum = [0_i32; N];
        let mut k = 0;
        while k < K {
            let mut j = 0;
            while j < N {
                sum[j] = sum[j].wrapping_add(a[i][k].wrapping_mul(b[k][j]));
                j += 1;
            }
            k += 1;
        }
        let mut j = 0;
        while j < N {
            d[i][j] = accumulate(c[i][j], sum[j] as i64, limit);
            j += 1;
        }
        i += 1;
    }
    d
}

/// Like [`tile`] with a sparse A: `a` has the S stored elements of each row, and `digits` has the metadata.
#[inline]
pub(super) const fn sparse_tile<
    const M: usize,
    const N: usize,
    const S: usize,
    const K: usize,
    const C: usize,
>(
    chunk: Chunk,
    a: &[[i32; S]; M],
    digits: &[[u8; C]; M],
    b: &[[i32; N]; K],
    c: &[[i32; N]; M],
    limit: Limit,
) -> [[i32; N]; M] {
    let mut d = *c;
    let mut i = 0;
    while i < M {
        let selected: [[i32; N]; S] = select(chunk, &digits[i], b, [0; N]);
        [d[i]] = tile(&[a[i]], &selected, &[c[i]], limit);
        i += 1;
    }
    d
}

/// Combines two words bit by bit and returns the number of set bits.
#[inline]
pub(super) const fn count(a: u32, b: u32, operation: BitOperation) -> u32 {
    match operation {
        BitOperation::Xor => (a ^ b).count_ones(),
        BitOperation::And => (a & b).count_ones(),
    }
}

/// Computes D with M rows and N columns. Each element starts as the element of C; `$step` updates it for each k, in
/// order.
macro_rules! chain {
    ($a:ident, $b:ident, $c:ident, |$x:ident, $y:ident, $sum:ident| $step:expr) => {{
        let mut d = *$c;
        let mut i = 0;
        while i < M {
            let mut k = 0;
            while k < K {
                let mut j = 0;
                while j < N {
                    let ($x, $y, $sum) = ($a[i][k], $b[k][j], d[i][j]);
                    d[i][j] = $step;
                    j += 1;
                }
                k += 1;
            }
            i += 1;
        }
        d
    }};
}

/// Computes D = A · B + C on single bits. Each word of A holds 32 bits of a row, and each word of B holds 32 bits of a
/// column.
#[inline]
pub(super) const fn bit_tile<const M: usize, const N: usize, const K: usize>(
    a: &[[u32; K]; M],
    b: &[[u32; N]; K],
    c: &[[i32; N]; M],
    operation: BitOperation,
) -> [[i32; N]; M] {
    chain!(a, b, c, |x, y, sum| sum.wrapping_add(count(x, y, operation) as i32))
}

/// Computes D = A · B + C in binary64: each element is a chain of `fma`.
#[inline]
pub(super) const fn double_tile<const M: usize, const N: usize, const K: usize>(
    a: &[[f64; K]; M],
    b: &[[f64; N]; K],
    c: &[[f64; N]; M],
    rounding: Rounding,
) -> [[f64; N]; M] {
    chain!(a, b, c, |x, y, sum| fma::binary64(x, y, sum, rounding))
}
