//! The datapath that all functions share: a table row, a truncated squarer, three products, one sum.

use super::tables::Row;

/// Width of the squarer's argument.
const SQUARER_BITS: u32 = 17;

/// What distinguishes one function from another in the datapath: its table and the weights of the
/// terms of `(c0 << c0_shift) + c1·r + (c2·r² << c2_shift) + bias`, of which the bits above
/// `drop` are kept.
#[derive(Clone, Copy)]
pub(super) struct Unit<const SEGMENTS: usize> {
    pub(super) rows: &'static [Row; SEGMENTS],
    /// Width of `r`, the part of the argument below the number of the segment.
    pub(super) r_bits: u32,
    pub(super) c0_shift: u32,
    pub(super) c2_shift: u32,
    pub(super) bias: i64,
    pub(super) drop: u32,
}

impl<const SEGMENTS: usize> Unit<SEGMENTS> {
    /// The function of `x`: the segment's number in the high bits, `r` in the low ones.
    #[inline(always)] // so that the widths are constants: then no shift or index can panic
    pub(super) const fn at(&self, x: u32) -> i64 {
        const { assert!(SEGMENTS.is_power_of_two()) };
        let segment = (x >> self.r_bits) as usize & (SEGMENTS - 1);
        self.sum(self.rows[segment], x & ((1 << self.r_bits) - 1))
    }

    /// The three products and their sum.
    #[inline(always)]
    pub(super) const fn sum(&self, [c0, c1, c2]: Row, r: u32) -> i64 {
        let q = square(r << (SQUARER_BITS - self.r_bits)) as i64;
        let constant = (c0 as i64) << self.c0_shift;
        let linear = (c1 as i64).wrapping_mul(r as i64);
        let quadratic = (c2 as i64).wrapping_mul(q) << self.c2_shift;
        constant.wrapping_add(linear).wrapping_add(quadratic).wrapping_add(self.bias) >> self.drop
    }
}

/// The truncated squarer, about `x² / 2^19`: of the partial products `x_i · x_j · 2^(i+j)` of a
/// 17-bit `x` it sums those of weight 2^18 and above, and halves the sum.
///
/// Written out, that is the sum over every set bit `i` of `x >> (18 - i)`, halved. A product of two
/// different bits occurs twice there and thus once, unhalved, after halving; so each set bit `j`
/// meets only the bits below it (those from 18 - j on) and, at half its weight, itself, of which
/// bit 9 leaves nothing.
#[inline]
pub(super) const fn square(x: u32) -> u32 {
    let mut sum = 0;
    let mut j = 10;
    while j < SQUARER_BITS {
        let below = (x & ((1 << j) - 1)) >> (18 - j);
        let itself = 1 << (2 * j - 19);
        sum += (x >> j & 1) * (below + itself);
        j += 1;
    }
    sum
}
