//! The datapath that all functions share: a table row, a truncated squarer, three products, one sum.

use super::tables::Row;

/// Width of the squarer's argument.
const SQUARER_BITS: u32 = 17;

/// What distinguishes one function from another in the datapath: its table and the weights of the
/// terms of `(c0 << c0_shift) + c1·r + (c2·r² << c2_shift) + bias`, of which the bits above
/// `drop` are kept.
#[derive(Clone, Copy)]
pub(super) struct Unit<const SEGMENTS: usize> {
    pub(super) rows: &'static [Packed; SEGMENTS],
    /// Whether `c1`, and whether `c2`, is negative, in every row. Known that, they are multiplied
    /// without signs, which makes one instruction of four lanes even in the oldest vectors.
    pub(super) negative: [bool; 2],
    /// Width of `r`, the part of the argument below the number of the segment.
    pub(super) r_bits: u32,
    pub(super) c0_shift: u32,
    pub(super) c2_shift: u32,
    pub(super) bias: u64,
    pub(super) drop: u32,
}

impl<const SEGMENTS: usize> Unit<SEGMENTS> {
    /// The function of `x`: the segment's number in the high bits, `r` in the low ones.
    #[inline(always)] // so that the widths are constants: then no shift or index can panic
    pub(super) const fn at(&self, x: u32) -> u64 {
        const { assert!(SEGMENTS.is_power_of_two()) };
        let segment = (x >> self.r_bits) as usize & (SEGMENTS - 1);
        self.sum(self.rows[segment], x & ((1 << self.r_bits) - 1))
    }

    /// The three products and their sum, which is never negative.
    #[inline(always)]
    pub(super) const fn sum(&self, row: Packed, r: u32) -> u64 {
        let [c0, c12] = row;
        let (c1, c2) = (c12 >> C1, c12 & ((1 << C1) - 1));
        let q = square(r << (SQUARER_BITS - self.r_bits));
        let constant = ((c0 as u64) << self.c0_shift) + self.bias;
        let linear = c1 as u64 * r as u64;
        let quadratic = (c2 as u64 * q as u64) << self.c2_shift;
        let sum = plus(constant, linear, self.negative[0]);
        plus(sum, quadratic, self.negative[1]) >> self.drop
    }
}

/// The magnitudes of a row's coefficients: `c0`, and `c1` from bit 12 on of what has `c2` below. That is
/// one load.
pub(super) type Packed = [u32; 2];

const C1: u32 = 12;

#[inline]
pub(super) const fn pack([c0, c1, c2]: Row) -> Packed {
    let (c1, c2) = (c1.unsigned_abs(), c2.unsigned_abs());
    assert!(c1 >> (32 - C1) == 0 && c2 >> C1 == 0);
    [c0.unsigned_abs(), c1 << C1 | c2]
}

#[inline]
pub(super) const fn packed<const SEGMENTS: usize>(rows: [Row; SEGMENTS]) -> [Packed; SEGMENTS] {
    let mut all = [[0; 2]; SEGMENTS];
    let mut i = 0;
    while i < SEGMENTS {
        all[i] = pack(rows[i]);
        i += 1;
    }
    all
}

/// A sum and a term whose magnitude and sign are known.
#[inline(always)]
const fn plus(sum: u64, term: u64, negative: bool) -> u64 {
    if negative { sum.wrapping_sub(term) } else { sum.wrapping_add(term) }
}

/// The truncated squarer, about `x² / 2^19`: of the partial products `x_i · x_j · 2^(i+j)` of a
/// 17-bit `x` it sums those of weight 2^18 and above, and halves the sum.
///
/// Written out, that is the sum over every set bit `i` of `x >> (18 - i)`, halved. A product of two
/// different bits occurs twice there and thus once, unhalved, after halving; the square of a bit is
/// halved, of which bit 9 leaves nothing. Split `x` into eight bits `high` and nine bits `low`: two bits
/// of `high` have a weight of at least 2^19, so all of `high² / 2` is there; two of `low` have at most
/// 2^15, so nothing; and bit `j` of `high` adds `low >> (9 - j)`.
///
/// Those rows are masked, each by a shift that fills a word with the bit: a table of their sums takes less
/// time for one number, but vectors wait for the loads of each lane.
#[inline] // not always: code for size has it once
pub(super) const fn square(x: u32) -> u32 {
    let (high, low) = (x >> 9, x & 0x1ff);
    // Neither a loop nor calls, on which const evaluation spends its time.
    macro_rules! row {
        ($j:literal) => {
            (low >> (9 - $j)) & ((high << (31 - $j)) as i32 >> 31) as u32
        };
    }
    let rows = (row!(1) + row!(2)) + (row!(3) + row!(4)) + (row!(5) + row!(6)) + row!(7);
    ((high * high) >> 1) + rows
}
