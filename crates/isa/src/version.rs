//! Versions of the PTX ISA.

use std::fmt;

/// A `.version`. Versions are ordered by major and then by minor number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The number before the dot.
    pub major: u8,
    /// The number after the dot.
    pub minor: u8,
}

/// The major versions, each with its last minor version. Minor versions begin at 0.
const RELEASED: &[(u8, u8)] =
    &[(1, 5), (2, 3), (3, 2), (4, 3), (5, 1), (6, 5), (7, 8), (8, 8), (9, 5)];

impl Version {
    /// The newest version that this crate supports.
    pub const NEWEST: Self = Self::new("9.5");

    /// The version of code without `.version`. This default is part of the interface. A change of [`Self::NEWEST`]
    /// does not change the default.
    pub const DEFAULT: Self = Self::new("9.5");

    /// The first version.
    pub const OLDEST: Self = Self::new("1.0");

    /// Parses a version from a literal: `Version::new("8.6")`.
    ///
    /// # Panics
    /// Panics if the text is not a digit, a dot and a digit.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        Self::parse(text).expect("a version is two digits with a dot between them")
    }

    /// Parses a version; returns `None` if the text is not a digit, a dot and a digit.
    pub(crate) const fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            &[major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9'] => {
                Some(Self { major: major - b'0', minor: minor - b'0' })
            }
            _ => None,
        }
    }

    /// Returns the version with this text, such as `8.6`, if it exists.
    #[must_use]
    pub fn released(text: &str) -> Option<Self> {
        Self::all().find(|v| v.to_string() == text)
    }

    /// Returns all versions, oldest first.
    pub fn all() -> impl Iterator<Item = Self> {
        RELEASED
            .iter()
            .flat_map(|&(major, last)| (0..=last).map(move |minor| Self { major, minor }))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
