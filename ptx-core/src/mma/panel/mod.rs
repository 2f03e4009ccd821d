//! Products of decoded operands, for `ptx-loops`: each row of A and each column of B of a large matrix is decoded once.
//!
//! A [`Unit`] computes one row of D at a time, for N columns. The columns are called a panel.

mod bytes;
mod doubles;
mod factors;
mod fp4;
mod integers;
mod singles;
mod steps;

pub use bytes::{Bytes, Dots};
pub use doubles::{Chains, Doubles, Portable};
pub use factors::{Factors, Sums};
pub use fp4::Fp4;
pub use integers::{Bits, Integers};
pub use singles::Singles;
pub use steps::Steps;

/// The largest number of columns in a block scale vector.
pub const MOST_SCALES: usize = 4;
/// The largest number of elements of a row of an instruction.
pub const MOST_ELEMENTS: usize = 64;

/// Returns element `i` of a word of elements of `bits` bits.
#[inline(always)]
const fn of_word(word: u32, bits: u32, i: usize) -> u32 {
    word.wrapping_shr(bits.wrapping_mul(i as u32)) & u32::MAX.wrapping_shr(32 - bits)
}

/// The arithmetic of one form on one target, for panels of N columns.
pub trait Unit<const N: usize>: Copy + Send + Sync {
    /// A decoded part of a row of A.
    type A: Copy + Send + Sync;
    /// A decoded part of a panel of B.
    type B: Copy + Send + Sync;
    /// An element of C or D.
    type Sum: Copy + Send + Sync;

    /// Decodes the stored elements of a row of A for one instruction, and passes the parts to `put`. `scales` has the
    /// block scales of the row.
    fn row(&self, a: &[u64], scales: &[u8], put: impl FnMut(Self::A));

    /// Decodes K rows of a panel of B, and passes the parts to `put`. `scales` has the block scales of each column.
    fn columns(&self, b: &[[u64; N]], scales: &[[u8; MOST_SCALES]; N], put: impl FnMut(Self::B));

    /// Does the same as [`Unit::row`] for `count` rows, whose elements of `bits` bits fill words. The rows follow each
    /// other, and have at most [`MOST_ELEMENTS`] elements each. `scales` has a block scale for each row, or is empty.
    #[inline(always)]
    fn rows_of_words(
        &self,
        a: &[u32],
        count: usize,
        bits: u32,
        scales: &[u8],
        mut put: impl FnMut(&[Self::A]),
    ) {
        let each = 32 / bits as usize;
        for (row, words) in a.chunks((a.len() / count).max(1)).enumerate() {
            let mut elements = [0; MOST_ELEMENTS];
            for (elements, word) in elements.chunks_mut(each).zip(words) {
                for (i, element) in elements.iter_mut().enumerate() {
                    *element = of_word(*word, bits, i).into();
                }
            }
            if let Some(elements) = elements.get(..words.len() * each) {
                self.row(
                    elements,
                    scales.get(row..=row).unwrap_or_default(),
                    #[inline(always)]
                    |part| put(&[part]),
                );
            }
        }
    }

    /// Does the same as [`Unit::columns`] for columns whose elements of `bits` bits fill words.
    #[inline(always)]
    fn columns_of_words(
        &self,
        b: &[[u32; N]],
        bits: u32,
        scales: &[[u8; MOST_SCALES]; N],
        put: impl FnMut(Self::B),
    ) {
        let each = 32 / bits as usize;
        let mut elements = [[0; N]; MOST_ELEMENTS];
        for (elements, words) in elements.chunks_mut(each).zip(b) {
            for (i, elements) in elements.iter_mut().enumerate() {
                let mut j = 0;
                while j < N {
                    elements[j] = of_word(words[j], bits, i).into();
                    j += 1;
                }
            }
        }
        if let Some(elements) = elements.get(..b.len() * each) {
            self.columns(elements, scales, put);
        }
    }

    /// Computes one instruction: the products of a row of A and a panel, added to `sums`. `digits` has the metadata of
    /// the row.
    fn multiply(&self, a: &[Self::A], digits: &[u8], b: &[Self::B], sums: &mut [Self::Sum; N]);

    /// Converts the bits of an element of C.
    fn load(&self, bits: u64) -> Self::Sum;

    /// Returns the bits of an element of D.
    fn store(&self, sum: Self::Sum) -> u64;
}
