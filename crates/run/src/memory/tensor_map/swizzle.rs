//! The permutations of the chunks of a tile in shared memory (PTX ISA 9.4, 5.5.7, "Swizzling Modes", whose tables show the chunks of
//! each row). The manual shows the flip of 8 bytes and rows of 96 bytes in figures alone: both are presumed.

/// How the 16-byte chunks of a tile are permuted in shared memory. The permutation depends on the address, so it repeats
/// every 256, 512 or 1024 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Swizzle {
    /// Chunks keep their order.
    #[default]
    None,
    /// Within 32 bytes: address bit 4 is combined with bit 7 by exclusive or.
    B32,
    /// Within 64 bytes: bits 4 and 5 are combined with bits 7 and 8.
    B64,
    /// Within 96 bytes: bit 4 is combined with bit 7. Only `tensormap.replace` makes such a map.
    B96,
    /// Within 128 bytes: bits 4 to 6 are combined with bits 7 to 9.
    B128,
    /// Within 128 bytes, in chunks of 32 bytes: bits 5 and 6 are combined with bits 7 and 8.
    B128Atom32,
    /// As `B128Atom32`, and bit 3 is combined with bit 7, which flips the halves of 16 bytes in every other row.
    B128Atom32Flip8,
    /// Within 128 bytes, in chunks of 64 bytes: bit 6 is combined with bit 7.
    B128Atom64,
}

impl Swizzle {
    /// Returns the permutation within `span` bytes, or none if `span` is 0, in chunks of `atom` bytes. `flips` exchanges the
    /// halves of 16 bytes in every other row. Returns `None` if a tensor map has no such permutation.
    ///
    /// ```
    /// use ptx_run::Swizzle;
    ///
    /// assert_eq!(Swizzle::of(128, 32, false), Some(Swizzle::B128Atom32));
    /// assert_eq!(Swizzle::of(64, 32, false), None);
    /// ```
    #[must_use]
    pub fn of(span: u32, atom: u32, flips: bool) -> Option<Self> {
        Some(match (span, atom, flips) {
            (0, 16, false) => Self::None,
            (32, 16, false) => Self::B32,
            (64, 16, false) => Self::B64,
            (128, 16, false) => Self::B128,
            (128, 32, false) => Self::B128Atom32,
            (128, 32, true) => Self::B128Atom32Flip8,
            (128, 64, false) => Self::B128Atom64,
            _ => return None,
        })
    }

    /// Returns the number of bytes within which chunks are permuted.
    pub(super) fn span(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::B32 => Some(32),
            Self::B64 => Some(64),
            Self::B96 => Some(96),
            Self::B128 | Self::B128Atom32 | Self::B128Atom32Flip8 | Self::B128Atom64 => Some(128),
        }
    }

    /// Returns the number of bytes that stay together.
    pub(super) fn unit(self) -> usize {
        match self {
            Self::B128Atom32Flip8 => 8,
            _ => 16,
        }
    }

    /// Returns the address of a byte whose address without permutation is `address`.
    ///
    /// ```
    /// use ptx_run::Swizzle;
    ///
    /// assert_eq!(Swizzle::B128.apply(128 + 16), 128);
    /// assert_eq!(Swizzle::B128.apply(3 * 128 + 5), 3 * 128 + 3 * 16 + 5);
    /// ```
    #[must_use]
    pub fn apply(self, address: u64) -> u64 {
        let (mask, low, high) = match self {
            Self::None => return address,
            Self::B32 | Self::B96 => (1, 4, 7),
            Self::B64 => (3, 4, 7),
            Self::B128 => (7, 4, 7),
            Self::B128Atom32 => (3, 5, 7),
            Self::B128Atom32Flip8 => {
                return Self::B128Atom32.apply(address) ^ (address >> 7 & 1) << 3;
            }
            Self::B128Atom64 => (1, 6, 7),
        };
        address ^ (address >> high & mask) << low
    }
}
