//! Panels of integers whose products are added four at a time.

use super::{MOST_ELEMENTS, MOST_SCALES, Unit};
use crate::mma::form::Form;
use crate::mma::integer::accumulate;
use crate::mma::types::{Operand, Type};
use crate::mode::Limit;

/// The number of bytes in a word.
const EACH: usize = 4;

/// The sums of products of bytes, computed by vector instructions.
pub trait Dots<const N: usize>: Copy + Send + Sync {
    /// Adds the products of the unsigned bytes of `a` and the signed bytes of each of N columns of `b` to `sums`. The
    /// slices have the same length, and a sum wraps around.
    fn dots(self, a: &[u32], b: &[[u32; N]], sums: &mut [i32; N]);
}

/// How the elements of an operand become bytes: an element is its byte minus the offset.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// The number of bits of an element.
    bits: u32,
    /// The bits of each byte to invert.
    flip: u32,
    offset: i32,
}

impl Side {
    /// Returns how elements become signed or unsigned bytes.
    const fn new(ty: Type, is_signed: bool) -> Option<Self> {
        let (bits, flip, offset) = match ty {
            Type::S8 if is_signed => (8, 0, 0),
            Type::S8 => (8, 0x8080_8080, 128),
            Type::U8 if is_signed => (8, 0x8080_8080, -128),
            Type::U8 => (8, 0, 0),
            Type::S4 => (4, 0x0808_0808, 8),
            Type::U4 => (4, 0, 0),
            _ => return None,
        };
        Some(Self { bits, flip, offset })
    }

    /// Converts the elements in the low bits of each byte of a word to bytes.
    #[inline(always)]
    const fn bytes(self, word: u32) -> u32 {
        let mask = if self.bits == 4 { 0x0f0f_0f0f } else { u32::MAX };
        word & mask ^ self.flip
    }

    /// Returns bytes of a word of elements. With elements of four bits, `i` is 0 for those with even indices and 1 for
    /// the others.
    #[inline(always)]
    const fn part(self, word: u32, i: usize) -> u32 {
        self.bytes(word.wrapping_shr(4 * i as u32))
    }
}

/// The dense forms on 8-bit and 4-bit integers.
///
/// With `x = x' - p` and `y = y' - q`, where `x'` and `y'` are bytes and `p` and `q` the offsets, the sum of K products
/// `x y` is the sum of `x' y'`, minus `q` times the sum of `x'`, minus `p` times the sum of `y'`, plus `K p q`. The first
/// word of a row and of a column has the terms that depend only on the row or on the column.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<D> {
    a: Side,
    b: Side,
    limit: Limit,
    dots: D,
}

impl<D> Bytes<D> {
    /// Returns the unit of a form, or `None` if its operands are not integers of several bits, or if it is sparse.
    #[inline]
    #[must_use]
    pub fn new(form: Form, dots: D) -> Option<Self> {
        let a = Side::new(form.element_type(Operand::A), false)?;
        let b = Side::new(form.element_type(Operand::B), true)?;
        (!form.is_sparse()).then_some(Self { a, b, limit: form.limit(), dots })
    }

    /// Returns the sum of the unsigned bytes of a word.
    #[inline(always)]
    fn sum(word: u32) -> i32 {
        let pairs = (word & 0x00ff_00ff).wrapping_add(word >> 8 & 0x00ff_00ff);
        (pairs.wrapping_add(pairs >> 16) & 0xffff) as i32
    }

    /// Passes a row of bytes, after its term.
    #[inline(always)]
    fn put_row(&self, words: impl Iterator<Item = u32>, mut put: impl FnMut(&[u32])) {
        let mut row = [0; MOST_ELEMENTS / EACH + 1];
        let [term, bytes @ ..] = &mut row;
        let mut count = 0;
        for (to, word) in bytes.iter_mut().zip(words) {
            *to = word;
            count += 1;
        }
        if self.b.offset != 0 {
            let all = (EACH as i32 * count).wrapping_mul(self.a.offset);
            let sum = bytes.iter().fold(0_i32, |sum, word| sum.wrapping_add(Self::sum(*word)));
            *term = all.wrapping_sub(sum).wrapping_mul(self.b.offset) as u32;
        }
        put(row.get(..=count as usize).unwrap_or_default());
    }

    /// Passes columns of bytes, after their terms.
    #[inline(always)]
    fn put_columns<const N: usize>(
        &self,
        words: impl Iterator<Item = [u32; N]> + Clone,
        mut put: impl FnMut([u32; N]),
    ) {
        let mut terms = [0_i32; N];
        if self.a.offset != 0 {
            for words in words.clone() {
                // The signed bytes, with the sign bit inverted, are 128 more.
                for (term, word) in terms.iter_mut().zip(words) {
                    *term += Self::sum(word ^ 0x8080_8080) - 128 * EACH as i32;
                }
            }
        }
        put(terms.map(|sum| sum.wrapping_mul(self.a.offset).wrapping_neg() as u32));
        words.for_each(put);
    }
}

/// Packs the low bytes of four elements into a word.
#[inline(always)]
fn pack(elements: [u64; EACH]) -> u32 {
    elements.iter().rev().fold(0, |word, element| word << 8 | *element as u32 & 0xff)
}

impl<const N: usize, D: Dots<N>> Unit<N> for Bytes<D> {
    type A = u32;
    type B = [u32; N];
    type Sum = i32;

    #[inline(always)]
    fn row(&self, a: &[u64], _: &[u8], mut put: impl FnMut(u32)) {
        let words = a.as_chunks().0.iter().map(|elements| self.a.bytes(pack(*elements)));
        self.put_row(words, |row| row.iter().copied().for_each(&mut put));
    }

    #[inline(always)]
    fn columns(&self, b: &[[u64; N]], _: &[[u8; MOST_SCALES]; N], put: impl FnMut([u32; N])) {
        let words = b.as_chunks().0.iter().map(
            #[inline(always)]
            |rows: &[[u64; N]; EACH]| {
                let mut words = [0; N];
                let mut j = 0;
                while j < N {
                    words[j] = self.b.bytes(pack([rows[0][j], rows[1][j], rows[2][j], rows[3][j]]));
                    j += 1;
                }
                words
            },
        );
        self.put_columns(words, put);
    }

    #[inline(always)]
    fn rows_of_words(
        &self,
        a: &[u32],
        count: usize,
        _: u32,
        _: &[u8],
        mut put: impl FnMut(&[u32]),
    ) {
        for words in a.chunks((a.len() / count).max(1)) {
            match self.a.bits {
                4 => {
                    let parts = [0, 1].map(|i| words.iter().map(move |word| self.a.part(*word, i)));
                    self.put_row(parts.into_iter().flatten(), &mut put);
                }
                _ => self.put_row(words.iter().map(|word| self.a.part(*word, 0)), &mut put),
            }
        }
    }

    #[inline(always)]
    fn columns_of_words(
        &self,
        b: &[[u32; N]],
        _: u32,
        _: &[[u8; MOST_SCALES]; N],
        put: impl FnMut([u32; N]),
    ) {
        let part = |words: &[u32; N], i| words.map(|word| self.b.part(word, i));
        match self.b.bits {
            4 => {
                let parts = [0, 1].map(|i| b.iter().map(move |words| part(words, i)));
                self.put_columns(parts.into_iter().flatten(), put);
            }
            _ => self.put_columns(b.iter().map(|words| part(words, 0)), put),
        }
    }

    #[inline(always)]
    fn multiply(&self, a: &[u32], _: &[u8], b: &[[u32; N]], sums: &mut [i32; N]) {
        let ([term, a @ ..], [terms, b @ ..]) = (a, b) else { return };
        let mut products = terms.map(|of_column| of_column.wrapping_add(*term) as i32);
        self.dots.dots(a, b, &mut products);
        for (sum, products) in sums.iter_mut().zip(products) {
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
