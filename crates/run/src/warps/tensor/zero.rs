//! Decodes the zero-column mask descriptor of `tcgen05.mma.ws` (PTX ISA, "Zero-Column Mask Descriptor"):
//!
//! | bits | content |
//! |---|---|
//! | 0 to 31 | for each part of the columns, the number of columns that its pattern omits at the start |
//! | 32 to 35 | for each part, whether its pattern begins with zeros |
//! | 39 | whether a column is zero at all |
//! | 40 to 47 | "skip span": the number of adjacent columns that are zero, minus 1 |
//! | 48 to 55 | "use span": the number of adjacent columns that B has, minus 1 |
//! | 56 to 61 | the first column of B that the product reads |
//!
//! With 128 rows the columns are one part, with 64 rows two, with 32 rows four. The table of PTX ISA exchanges the two
//! spans. This table is that of its examples.

/// A decoded mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ZeroColumns {
    bits: u64,
    /// The number of parts of the columns.
    parts: usize,
    /// The first column of B that the product reads.
    pub(super) shift: usize,
}

impl ZeroColumns {
    /// # Errors
    /// If the shift is larger than PTX allows.
    pub(super) fn new(bits: u64, rows: usize) -> Result<Self, String> {
        let (shift, most) = ((bits >> 56 & 0x3f) as usize, if rows == 32 { 16 } else { 32 });
        if shift > most {
            return Err(format!(
                "the zero-column mask descriptor 0x{bits:016x} shifts by {shift} columns: at most {most} with {rows} rows"
            ));
        }
        Ok(Self { bits, parts: (128 / rows).max(1), shift })
    }

    /// Returns whether column `column` of `columns` is zero.
    pub(super) fn is_zero(self, column: usize, columns: usize) -> bool {
        let size = columns / self.parts;
        let (part, i) = (column / size, column % size);
        let byte = |low: u32| (self.bits >> low & 0xff) as usize;
        let (zeros, used) = (byte(40) + 1, byte(48) + 1);
        let begins_with_zeros = self.bits >> (32 + part) & 1 == 1;
        let at = (byte(8 * part as u32) + i) % (zeros + used);
        let is_zero = if begins_with_zeros { at < zeros } else { at >= used };
        self.bits >> 39 & 1 == 1 && is_zero
    }
}

#[cfg(test)]
mod tests {
    use super::ZeroColumns;

    /// Returns the mask of the first 12 columns of a part of 128 columns, the first column at the right, as PTX ISA writes
    /// it.
    fn mask(bits: u64, rows: usize, part: usize) -> String {
        let mask = ZeroColumns::new(bits, rows).expect("a mask");
        let is_zero = |i: usize| mask.is_zero(part * rows + i, 128);
        (0..12).rev().map(|i| if is_zero(i) { '1' } else { '0' }).collect()
    }

    /// The examples of PTX ISA: starts, first spans, whether there is a mask, the two spans, the shift.
    #[test]
    fn masks_are_those_of_the_manual() {
        let bits = |starts: [u64; 4], firsts: u64, non_zero: u64, spans: [u64; 2], shift: u64| {
            let [skip, used] = spans;
            let starts = starts.iter().rev().fold(0, |all, one| all << 8 | one);
            starts | firsts << 32 | non_zero << 39 | skip << 40 | used << 48 | shift << 56
        };
        assert_eq!(mask(bits([0; 4], 0, 0, [4, 3], 0), 128, 0), "000000000000");
        assert_eq!(mask(bits([0; 4], 0, 1, [2, 3], 0), 128, 0), "100001110000");
        let two = bits([0; 4], 1, 1, [2, 3], 0);
        assert_eq!(mask(two, 64, 0), "001110000111");
        assert_eq!(mask(two, 64, 1), "100001110000");
        let four = bits([0, 1, 2, 1], 3, 1, [2, 3], 2);
        assert_eq!(mask(four, 32, 0), "001110000111");
        assert_eq!(mask(four, 32, 1), "000111000011");
        assert_eq!(mask(four, 32, 2), "111000011100");
        assert_eq!(mask(four, 32, 3), "110000111000");
        assert_eq!(ZeroColumns::new(four, 32).map(|mask| mask.shift), Ok(2));
        assert!(ZeroColumns::new(17 << 56, 32).is_err());
        assert!(ZeroColumns::new(33 << 56, 64).is_err());
    }
}
