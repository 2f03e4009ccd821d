//! The datapath that all functions of the multi-function unit share: a table row, a truncated squarer, two products and
//! one sum.

use super::tables::Row;

/// The width of the squarer's argument, in bits.
const SQUARER_BITS: u32 = 17;

/// The parameters of one function: its table and the widths of the datapath.
///
/// The datapath computes `(c0 << c0_shift) + c1·r + (c2·q << c2_shift) + bias` and drops the low `drop` bits of the
/// sum. `q` is the truncated square of `r`.
#[derive(Clone, Copy)]
pub(super) struct Unit<const SEGMENTS: usize> {
    pub(super) rows: &'static [Packed; SEGMENTS],
    /// Whether `c1` is negative, and whether `c2` is negative. Each coefficient has the same sign in every row. The
    /// code multiplies magnitudes, since SSE2 has only an unsigned multiplication of 32-bit lanes to 64 bits.
    pub(super) negative: [bool; 2],
    /// The width of `r` in bits. `r` is the part of the argument below the segment number.
    pub(super) r_bits: u32,
    pub(super) c0_shift: u32,
    pub(super) c2_shift: u32,
    pub(super) bias: u64,
    pub(super) drop: u32,
}

impl<const SEGMENTS: usize> Unit<SEGMENTS> {
    /// Computes the function at `x`. The high bits of `x` are the segment number, and the low bits are `r`.
    #[inline(always)] // makes the widths constants, so that no shift or index can panic
    pub(super) const fn at(&self, x: u32) -> u64 {
        const { assert!(SEGMENTS.is_power_of_two()) };
        let segment = (x >> self.r_bits) as usize & (SEGMENTS - 1);
        self.sum(self.rows[segment], x & ((1 << self.r_bits) - 1))
    }

    /// Computes the function at `x` and returns all intermediate results.
    pub(super) const fn steps(&self, x: u32) -> Steps {
        let segment = x >> self.r_bits & (SEGMENTS as u32 - 1);
        let r = x & ((1 << self.r_bits) - 1);
        let [c0, c12] = self.rows[segment as usize];
        let row = [
            c0 as i32,
            signed_by(c12 >> C1, self.negative[0]),
            signed_by(c12 & ((1 << C1) - 1), self.negative[1]),
        ];
        let square = square(r << (SQUARER_BITS - self.r_bits));
        let terms = [
            (row[0] as i64) << self.c0_shift,
            row[1] as i64 * r as i64,
            (row[2] as i64 * square as i64) << self.c2_shift,
        ];
        let bias = self.bias as i64;
        let sum = terms[0] + terms[1] + terms[2] + bias;
        Steps { segment, r, row, square, terms, bias, sum }
    }

    /// Computes the sum of the three terms and the bias, and drops the `self.drop` low bits of the sum. The sum is
    /// never negative.
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

/// The intermediate results of an operation in the datapath, as [`steps`](super::steps) returns them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The number of the segment, which is the index of its row in the table.
    pub segment: u32,
    /// The position of the argument in the segment: the bits of the argument below the segment number.
    pub r: u32,
    /// The coefficients c0, c1, c2 of the segment.
    pub row: [i32; 3],
    /// The truncated square of `r`, as the squarer returns it.
    pub square: u32,
    /// The constant, the linear and the quadratic term of the sum.
    pub terms: [i64; 3],
    /// The constant that is added before the sum is truncated.
    pub bias: i64,
    /// The sum of the terms and the bias, before bits are dropped.
    pub sum: i64,
}

/// Applies a sign to a magnitude of fewer than 31 bits.
#[inline]
const fn signed_by(magnitude: u32, negative: bool) -> i32 {
    if negative { -(magnitude as i32) } else { magnitude as i32 }
}

/// The magnitudes of a row's coefficients: `c0`, then `c1 << 12 | c2`. A row has 64 bits, so one load reads it.
pub(super) type Packed = [u32; 2];

/// The position of `c1` in the second word of [`Packed`], which is the number of bits of `c2`. The bits of `c2` are the
/// low bits of this word.
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

/// Adds a term to a sum. `term` is the magnitude of the term, and `negative` its sign.
#[inline(always)]
const fn plus(sum: u64, term: u64, negative: bool) -> u64 {
    if negative { sum.wrapping_sub(term) } else { sum.wrapping_add(term) }
}

/// Computes the truncated square of a 17-bit `x`, about `x² / 2^19`.
///
/// The hardware adds the partial products `x_i · x_j · 2^(i+j)` that are at least 2^18, in units of 2^18, and halves
/// the sum. For a set bit `i` of `x`, the products with all bits `j` sum to `x >> (18 - i)`. The function computes the
/// same number from `high`, the upper eight bits of `x`, and `low`, the lower nine bits:
///
/// * Products of two bits of `high` are at least 2^18. All of them are in the sum and contribute `high² / 2`,
///   truncated.
/// * Products of two bits of `low` are at most 2^16. None of them is in the sum.
/// * A product of a bit of `high` and a bit of `low` is in the sum twice, so once after halving. Bit `j` of `high`
///   contributes `low >> (9 - j)`, which is 0 for bit 0.
///
/// For each bit `j` of `high`, the code repeats the bit in a mask, which selects `low >> (9 - j)` or 0. A lookup table
/// of the sum of these terms would be faster for a single operand. In vectorised loops, the table would need one load
/// for each lane (benches/RESULTS.md, `MUFU.RCP`).
#[inline] // not `inline(always)`: at opt-level z the program then has only one copy of the code
pub(super) const fn square(x: u32) -> u32 {
    let (high, low) = (x >> 9, x & 0x1ff);
    // `row` is a macro instead of a function, because calls take most of the time of const evaluation. The macro needs
    // a literal, so the sum lists its seven calls instead of using a loop.
    macro_rules! row {
        ($j:literal) => {
            (low >> (9 - $j)) & ((high << (31 - $j)) as i32 >> 31) as u32
        };
    }
    let rows = (row!(1) + row!(2)) + (row!(3) + row!(4)) + (row!(5) + row!(6)) + row!(7);
    ((high * high) >> 1) + rows
}
