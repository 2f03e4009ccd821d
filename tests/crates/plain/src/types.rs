//! Types of PTX, and conversions between their values and bits.

/// The kind of a PTX type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `.u8` … `.u64`, `.b8` … `.b64`
    Unsigned,
    /// `.s8` … `.s64`
    Signed,
    /// `.f32`
    Float,
    /// `.pred`
    Predicate,
}

/// A PTX type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    pub(crate) kind: Kind,
    /// The width in bits.
    pub(crate) width: u32,
}

impl Type {
    /// Returns the type with a name such as `u32`.
    pub(crate) fn of(word: &str) -> Option<Self> {
        if word == "pred" {
            return Some(Self { kind: Kind::Predicate, width: 1 });
        }
        let (kind, width) = (word.get(..1)?, word.get(1..)?.parse().ok()?);
        let kind = match (kind, width) {
            ("u" | "b", 8 | 16 | 32 | 64) => Kind::Unsigned,
            ("s", 8 | 16 | 32 | 64) => Kind::Signed,
            ("f", 32) => Kind::Float,
            _ => return None,
        };
        Some(Self { kind, width })
    }

    /// Returns the size in bytes.
    pub(crate) fn bytes(self) -> usize {
        self.width as usize / 8
    }

    /// Truncates a number to the width of the type.
    pub(crate) fn cut(self, number: i128) -> u64 {
        let mask = if self.width == 64 { u64::MAX } else { (1 << self.width) - 1 };
        number as u64 & mask
    }

    /// Returns the integer with these bits.
    pub(crate) fn integer(self, bits: u64) -> i128 {
        let value = i128::from(self.cut(i128::from(bits)));
        let is_negative = self.kind == Kind::Signed && value >> (self.width - 1) == 1;
        if is_negative { value - (1 << self.width) } else { value }
    }
}
