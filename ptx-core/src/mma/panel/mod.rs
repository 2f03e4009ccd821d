//! Products of decoded operands, for `ptx-loops`: each row of A and each column of B of a large matrix is decoded once.
//!
//! A [`Unit`] computes one row of D at a time, for N columns. The columns are called a panel.

mod factors;
mod fp4;
mod integers;
mod singles;
mod steps;

pub use factors::{Factors, Sums};
pub use fp4::Fp4;
pub use integers::{Bits, Doubles, Integers};
pub use singles::Singles;
pub use steps::Steps;

/// The largest number of columns in a block scale vector.
pub const MOST_SCALES: usize = 4;

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

    /// Computes one instruction: the products of a row of A and a panel, added to `sums`. `digits` has the metadata of
    /// the row.
    fn multiply(&self, a: &[Self::A], digits: &[u8], b: &[Self::B], sums: &mut [Self::Sum; N]);

    /// Converts the bits of an element of C.
    fn load(&self, bits: u64) -> Self::Sum;

    /// Returns the bits of an element of D.
    fn store(&self, sum: Self::Sum) -> u64;
}
