//! Panels of integers and single bits.

use super::{MOST_SCALES, Unit};
use crate::mma::form::Form;
use crate::mma::integer::{accumulate, count, extend};
use crate::mma::sparse::Chunk;
use crate::mma::types::{BitOperation, Operand, Type};
use crate::mode::Limit;

/// The forms on 8-bit and 4-bit integers.
#[derive(Clone, Copy, Debug)]
pub struct Integers {
    types: [Type; 2],
    limit: Limit,
    chunk: Option<Chunk>,
}

impl Integers {
    /// Returns the unit of a form, or `None` if its operands are not integers of several bits.
    #[inline]
    #[must_use]
    pub fn new(form: Form) -> Option<Self> {
        let types = [Operand::A, Operand::B].map(|operand| form.element_type(operand));
        let are_integers = matches!(types[0], Type::S8 | Type::U8 | Type::S4 | Type::U4);
        let chunk = form.is_sparse().then(|| form.chunk());
        are_integers.then_some(Self { types, limit: form.limit(), chunk })
    }
}

/// A number whose last place in binary32 is 1. The lower bits of `INTEGERS + x` are those of the integer `x`.
const INTEGERS: f32 = 1.5 * (1 << 23) as f32;

/// The products of one instruction are added in binary32, which is exact: their sum is below 2^22, since there are at
/// most 32 products of 16 bits or 64 products of 8 bits. LLVM keeps the order of float additions, and so vectorises the
/// loop over the columns. It vectorises the loop over k if the sums are integers, which takes several times as long. The
/// loop counts up to N, since LLVM does not always find that zipped arrays have N elements.
impl<const N: usize> Unit<N> for Integers {
    type A = f32;
    type B = [f32; N];
    type Sum = i32;

    #[inline(always)]
    fn row(&self, a: &[u64], _: &[u8], put: impl FnMut(f32)) {
        a.iter().map(|bits| extend(self.types[0], *bits as u32) as f32).for_each(put);
    }

    #[inline(always)]
    fn columns(&self, b: &[[u64; N]], _: &[[u8; MOST_SCALES]; N], put: impl FnMut([f32; N])) {
        b.iter().map(|row| row.map(|bits| extend(self.types[1], bits as u32) as f32)).for_each(put);
    }

    #[inline(always)]
    fn multiply(&self, a: &[f32], digits: &[u8], b: &[[f32; N]], sums: &mut [i32; N]) {
        let mut products = [INTEGERS; N];
        let mut add = |x: f32, row: &[f32; N]| {
            let mut j = 0;
            while j < N {
                products[j] += x * row[j];
                j += 1;
            }
        };
        match self.chunk {
            None => a.iter().zip(b).for_each(|(x, row)| add(*x, row)),
            Some(chunk) => {
                for (k, x) in a.iter().enumerate() {
                    let digit = digits.get(chunk.chunk(k)).copied().unwrap_or(0);
                    if let Some(row) = b.get(chunk.column(k, digit)) {
                        add(*x, row);
                    }
                }
            }
        }
        for (sum, products) in sums.iter_mut().zip(products) {
            let products = products.to_bits().wrapping_sub(INTEGERS.to_bits()) as i32;
            *sum = match self.limit {
                Limit::Satfinite => accumulate(*sum, products.into(), Limit::Satfinite),
                // The low 32 bits of the exact sum.
                _ => sum.wrapping_add(products),
            };
        }
    }

    #[inline(always)]
    fn load(&self, bits: u64) -> i32 {
        bits as i32
    }

    #[inline(always)]
    fn store(&self, sum: i32) -> u64 {
        (sum as u32).into()
    }
}

/// The forms on single bits. A word has 32 bits of a row of A or of a column of B.
#[derive(Clone, Copy, Debug)]
pub struct Bits {
    operation: BitOperation,
}

/// The number of bits in a word.
const WORD: usize = 32;

impl Bits {
    /// Returns the unit of a form, or `None` if its operands are not single bits.
    #[inline]
    #[must_use]
    pub fn new(form: Form) -> Option<Self> {
        form.bits().map(|operation| Self { operation })
    }
}

impl<const N: usize> Unit<N> for Bits {
    type A = u32;
    type B = [u32; N];
    type Sum = i32;

    #[inline(always)]
    fn row(&self, a: &[u64], _: &[u8], mut put: impl FnMut(u32)) {
        for bits in a.chunks(WORD) {
            put(bits.iter().rev().fold(0, |word, bit| word << 1 | *bit as u32 & 1));
        }
    }

    #[inline(always)]
    fn columns(&self, b: &[[u64; N]], _: &[[u8; MOST_SCALES]; N], mut put: impl FnMut([u32; N])) {
        for rows in b.chunks(WORD) {
            let mut words = [0; N];
            for row in rows.iter().rev() {
                for (word, bit) in words.iter_mut().zip(row) {
                    *word = *word << 1 | *bit as u32 & 1;
                }
            }
            put(words);
        }
    }

    #[inline(always)]
    fn rows_of_words(&self, a: &[u32], _: usize, _: u32, _: &[u8], mut put: impl FnMut(&[u32])) {
        put(a);
    }

    #[inline(always)]
    fn columns_of_words(
        &self,
        b: &[[u32; N]],
        _: u32,
        _: &[[u8; MOST_SCALES]; N],
        put: impl FnMut([u32; N]),
    ) {
        b.iter().copied().for_each(put);
    }

    #[inline(always)]
    fn multiply(&self, a: &[u32], _: &[u8], b: &[[u32; N]], sums: &mut [i32; N]) {
        for (x, row) in a.iter().zip(b) {
            for (sum, y) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(count(*x, *y, self.operation) as i32);
            }
        }
    }

    #[inline(always)]
    fn load(&self, bits: u64) -> i32 {
        bits as i32
    }

    #[inline(always)]
    fn store(&self, sum: i32) -> u64 {
        (sum as u32).into()
    }
}
