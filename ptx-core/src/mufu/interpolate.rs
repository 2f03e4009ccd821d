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
    pub(super) const fn sum(&self, [c0, c1, c2]: Row, r: u32) -> u64 {
        let q = square(r << (SQUARER_BITS - self.r_bits));
        let constant = ((c0.cast_unsigned() as u64) << self.c0_shift).wrapping_add(self.bias);
        let linear = product(c1, r, self.negative[0]);
        let quadratic = product(c2, q, self.negative[1]) << self.c2_shift;
        constant.wrapping_add(linear).wrapping_add(quadratic) >> self.drop
    }
}

/// `c * x`, modulo 2^64, of a coefficient whose sign is known.
#[inline(always)]
const fn product(c: i32, x: u32, negative: bool) -> u64 {
    if negative {
        (c.wrapping_neg().cast_unsigned() as u64 * x as u64).wrapping_neg()
    } else {
        c.cast_unsigned() as u64 * x as u64
    }
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
/// Bits 4 to 7 of `high` and 6 to 8 of `low` make a whole product. The rest is two truncated ones, of
/// bits 4 to 7 and 2 to 5, and of bits 1 to 3 and 6 to 8, which are looked up. Rows of masked bits would
/// need no table, but a compiler makes branches of them, which no predictor foresees.
#[inline] // not always: code for size has it once
pub(super) const fn square(x: u32) -> u32 {
    let (high, low) = (x >> 9, x & 0x1ff);
    let whole = ((high >> 4) * (low >> 6)) << 1;
    let upper = UPPER[(high & 0xf0 | low >> 2 & 0xf) as usize & 0xff] as u32;
    let lower = LOWER[(high << 2 & 0x38 | low >> 6) as usize & 0x3f] as u32;
    ((high * high) >> 1) + whole + upper + lower
}

/// The sum over every set bit `j` of `a`, of `bits` bits, of `b >> (bits - 1 - j)`, by `a` and `b`.
const fn truncated<const N: usize>(bits: u32) -> [u8; N] {
    let mut products = [0; N];
    let mut i = 0;
    while i < N {
        let (a, b) = (i as u32 >> bits, i as u32 & ((1 << bits) - 1));
        let mut j = 0;
        while j < bits {
            products[i] += ((a >> j & 1) * (b >> (bits - 1 - j))) as u8;
            j += 1;
        }
        i += 1;
    }
    products
}

const UPPER: &[u8; 256] = &truncated(4);
const LOWER: &[u8; 64] = &truncated(3);
