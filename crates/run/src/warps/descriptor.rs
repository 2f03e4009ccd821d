//! Matrix descriptors of `wgmma` and `tcgen05`: the places of the elements of a matrix in shared memory.
//!
//! | bits | content | source |
//! |---|---|---|
//! | 0 to 13 | the start address in units of 16 bytes | PTX ISA, "Matrix Descriptor Format" |
//! | 16 to 29 | LBO, the leading dimension byte offset in units of 16 bytes | the same |
//! | 32 to 45 | SBO, the stride dimension byte offset in units of 16 bytes | the same |
//! | 49 to 51 | the base offset: bits 7 to 9 of the address where the pattern of the swizzle begins | the same |
//! | 62 to 63 | the swizzle: 0 none, 1 128 bytes, 2 64 bytes, 3 32 bytes | the same |
//!
//! The descriptors of `tcgen05` have the same fields except for these:
//!
//! | bits | content | source |
//! |---|---|---|
//! | 46 to 48 | 1 | PTX ISA, "Shared memory descriptor" |
//! | 52 | whether the leading dimension is an absolute address | the same |
//! | 61 to 63 | the swizzle: 0 none, 1 128 bytes in pairs of units, 2 128 bytes, 4 64 bytes, 6 32 bytes | the same |
//!
//! A unit has 16 bytes. W is the width of the swizzle in bytes, 16 without swizzle. In the table below, the matrix is
//! K-major or MN-major, x is the index along M or N, and k is the index along K, in bytes along the contiguous
//! dimension and in elements along the other:
//!
//! | layout | place before the swizzle | source |
//! |---|---|---|
//! | K-major | (x mod 8) W + (x / 8) SBO + k mod W + (k / W) LBO | PTX ISA, "Canonical Layouts"; CUTLASS, `mma_sm90_desc.hpp`; for k ≥ W with a swizzle, Triton, `MMAHelpers.h` |
//! | MN-major, swizzle | x mod W + (x / W) LBO + (k mod 8) W + (k / 8) SBO | PTX ISA, "Canonical Layouts"; CUTLASS, `mma_sm90_desc.hpp` |
//! | MN-major, no swizzle | x mod W + (x / W) SBO + (k mod 8) W + (k / 8) LBO | the same, and Triton, `MMAHelpers.h` |
//!
//! An H100 returned the words of this engine for 15 kernels that are K-major without swizzle \[H\] (`conformance/chips`). The
//! other layouts are not measured. The tables of PTX ISA 9.4 ("Leading dimension byte offset", "Stride dimension byte
//! offset") state the same offsets. They say that LBO is not used in a K-major matrix with a swizzle, where Triton uses it.
//!
//! Only matrices of tf32 are transposed with the swizzle in pairs of units, and they with no other (PTX ISA, "Transpose and
//! Negate operations").
//!
//! The swizzle combines bits 4 to 6 of the address with bits 7 to 9 by exclusive or: three bits for W = 128, two for 64,
//! one for 32 (CUTLASS, `Swizzle<3, 4, 3>`, `<2, 4, 3>`, `<1, 4, 3>`). The base offset is subtracted from bits 7 to 9
//! before. The swizzle in pairs of units combines bits 5 and 6 with bits 7 and 8, and its pattern has 4 rows instead of
//! 8 (CUTLASS, `Swizzle<2, 5, 2>`).

/// The number of bytes that are read together. No layout and no swizzle divides them.
pub(crate) const UNIT: usize = 16;
/// The binary logarithm of the number of rows of the pattern that the layouts repeat.
const ROWS: u32 = 3;

/// A decoded matrix descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Descriptor {
    start: u64,
    leading: u64,
    stride: u64,
    base: u64,
    /// The binary logarithm of the width of the swizzle in units: 0 without swizzle.
    swizzle: u32,
    /// Whether the swizzle exchanges pairs of units.
    is_paired: bool,
    is_transposed: bool,
}

impl Descriptor {
    /// Decodes the descriptor of a matrix. A transposed matrix is MN-major.
    pub(crate) fn new(bits: u64, is_transposed: bool) -> Self {
        let field = |low: u32| (bits >> low & 0x3fff) * UNIT as u64;
        Self {
            start: field(0),
            leading: field(16),
            stride: field(32),
            base: bits >> 49 & 7,
            swizzle: [0, 3, 2, 1][(bits >> 62) as usize],
            is_paired: false,
            is_transposed,
        }
    }

    /// Decodes the descriptor of a matrix of `tcgen05` (PTX ISA, "Shared memory descriptor").
    ///
    /// # Errors
    /// If a field has a value that PTX does not define.
    pub(crate) fn of_tensor_core(bits: u64, is_transposed: bool) -> Result<Self, String> {
        let version = bits >> 46 & 7;
        if version != 1 {
            return Err(format!(
                "bits 46 to 48 of the matrix descriptor 0x{bits:016x} are {version} and must be 1"
            ));
        }
        if bits >> 52 & 1 == 1 {
            return Err(format!(
                "the matrix descriptor 0x{bits:016x} has an absolute leading dimension, which is not supported"
            ));
        }
        let swizzle = match bits >> 61 {
            0 => 0,
            1 | 2 => 3,
            4 => 2,
            6 => 1,
            other => {
                return Err(format!(
                    "the swizzle {other} of the matrix descriptor 0x{bits:016x} does not exist"
                ));
            }
        };
        let is_paired = bits >> 61 == 1;
        if is_paired && !is_transposed {
            return Err(format!(
                "the matrix descriptor 0x{bits:016x} swizzles 32 bytes, which needs a transposed matrix"
            ));
        }
        Ok(Self { swizzle, is_paired, ..Self::new(bits, is_transposed) })
    }

    /// Returns whether the swizzle exchanges pairs of units.
    pub(crate) fn is_paired(&self) -> bool {
        self.is_paired
    }

    /// Returns whether the matrix is MN-major.
    pub(crate) fn is_transposed(&self) -> bool {
        self.is_transposed
    }

    /// Returns the address in shared memory of the unit that holds an element, and the index of the element's first bit
    /// in the unit. `x` is the index of the element along M or N, `k` is its index along K.
    pub(crate) fn place(&self, x: usize, k: usize, bits: usize) -> (u64, usize) {
        let (along, across) = if self.is_transposed { (x, k) } else { (k, x) };
        let bit = along * bits;
        let (unit, bit) = (bit / (8 * UNIT), bit % (8 * UNIT));
        // Logarithms, because a division would take most of the time of this function.
        let (units, rows) = (self.swizzle, ROWS - u32::from(self.is_paired));
        let low = |x: usize, bits: u32| x & ((1 << bits) - 1);
        let inner = ((low(across, rows) << units | low(unit, units)) * UNIT) as u64;
        let (next_along, next_across) = match (self.is_transposed, self.swizzle) {
            (true, 0) => (self.stride, self.leading),
            _ => (self.leading, self.stride),
        };
        let outer = next_along * (unit >> units) as u64 + next_across * (across >> rows) as u64;
        let address = self.start + inner + outer;
        let pattern = (address >> 7).wrapping_sub(self.base);
        let phase = match self.is_paired {
            true => (pattern & 3) << 1,
            false => pattern & ((1 << units) - 1),
        };
        (address ^ phase << 4, bit)
    }
}

#[cfg(test)]
mod tests {
    use super::Descriptor;

    /// Returns a descriptor that starts at address 1024.
    fn descriptor(leading: u64, stride: u64, swizzle: u64) -> u64 {
        1024 >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | swizzle << 62
    }

    /// The figures of the manual for K-major layouts of 16-bit elements: row 9, element 11.
    #[test]
    fn rows_along_k_are_placed_as_in_the_manual() {
        let place = |leading, stride, swizzle| {
            Descriptor::new(descriptor(leading, stride, swizzle), false).place(9, 11, 16)
        };
        // Without a swizzle: the second core matrix along K, the second along M, and its second row.
        assert_eq!(place(128, 256, 0), (1024 + 128 + 256 + 16, 48));
        // Unit 1 of row 9. Row 9 is the second row of the second pattern: its units are exchanged with 1.
        assert_eq!(place(16, 1024, 1), (1024 + 1024 + 128, 48));
        // Row 9 with 64 bytes a row: two rows have the same phase, and row 1 has phase 0.
        assert_eq!(place(16, 512, 2), (1024 + 512 + 64 + 16, 48));
        assert_eq!(place(16, 256, 3), (1024 + 256 + 32 + 16, 48));
    }

    #[test]
    fn the_base_offset_moves_the_pattern() {
        let bits = descriptor(16, 1024, 1) + (128 >> 4);
        let place = |bits| Descriptor::new(bits, false).place(0, 0, 16).0;
        assert_eq!(place(bits), 1024 + 128 + 16);
        assert_eq!(place(bits | 1 << 49), 1024 + 128);
    }
}
