//! The evidence, by ranges of targets, that `ptx-core` returns the same result bits as a chip.

use super::{Entry, Page, Section};
use std::fmt;
use std::str::FromStr;

/// A kind of evidence that `ptx-core` returns the same result bits as a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// All results of a chip were compared with `ptx-core`, and they agree.
    EveryResult,
    /// A digest of all results of a chip is published, and `ptx-core` has the same digest.
    Digest,
    /// Some hexadecimal digits of a digest of all results of a chip are published, and the digest of `ptx-core` agrees.
    PartOfADigest,
    /// This number of results of a chip is published, and `ptx-core` returns the same results.
    Results(u32),
    /// Many results of a chip, or the results of a random test on a chip, agree with `ptx-core`.
    Samples,
    /// NVIDIA's documentation specifies the bits, or states that the target does not have the instruction.
    Specified,
    /// No results were compared: the bits are presumed to be equal to the bits on other targets.
    Presumed,
}

impl Basis {
    /// Returns whether results of a chip were compared in bulk, which grade \[H\] requires.
    #[must_use]
    pub fn is_measured(self) -> bool {
        matches!(self, Self::EveryResult | Self::Digest | Self::PartOfADigest | Self::Samples)
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EveryResult => f.write_str("every result"),
            Self::Digest => f.write_str("digest"),
            Self::PartOfADigest => f.write_str("part of a digest"),
            Self::Results(count) => write!(f, "{count} results"),
            Self::Samples => f.write_str("samples"),
            Self::Specified => f.write_str("specified"),
            Self::Presumed => f.write_str("presumed"),
        }
    }
}

impl FromStr for Basis {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let words = [
            Self::EveryResult,
            Self::Digest,
            Self::PartOfADigest,
            Self::Samples,
            Self::Specified,
            Self::Presumed,
        ];
        let count = || text.strip_suffix(" results")?.parse().ok().map(Self::Results);
        words.into_iter().find(|basis| basis.to_string() == text).or_else(count).ok_or(())
    }
}

/// The evidence for a range of targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The forms or modifiers that the evidence applies to ([`Entry::keys`]). Empty if the evidence
    /// applies to every form of the page.
    pub keys: Vec<&'static str>,
    /// The first architecture of the range: 89 for `sm_89`.
    pub first: u16,
    /// The last architecture of the range.
    pub last: u16,
    /// The kind of evidence.
    pub basis: Basis,
    /// The source of the evidence.
    pub source: String,
}

impl Evidence {
    /// Parses an entry of a page, such as `sm_50 to sm_75: every result: ptx-math.`
    fn read(entry: Entry) -> Option<Self> {
        let mut fields = entry.text.splitn(3, ": ");
        let (targets, basis, source) = (fields.next()?, fields.next()?, fields.next()?);
        let (first, last) = targets.split_once(" to ").unwrap_or((targets, targets));
        let number = |target: &str| target.strip_prefix("sm_")?.parse().ok();
        Some(Self {
            keys: entry.keys,
            first: number(first)?,
            last: number(last)?,
            basis: basis.parse().ok()?,
            source: source.trim_end_matches('.').into(),
        })
    }
}

impl Page {
    /// Returns the evidence of the page for each range of targets. Most pages have no evidence,
    /// because their grades state which document specifies the bits.
    ///
    /// ```
    /// use ptx_isa::doc::{Basis, page};
    ///
    /// let evidence = page("MUFU.EX2").unwrap().evidence();
    /// let ada = evidence.iter().find(|line| line.first == 89).unwrap();
    /// assert_eq!((ada.last, ada.basis), (89, Basis::Digest));
    /// ```
    #[must_use]
    pub fn evidence(&self) -> Vec<Evidence> {
        self.section(Section::Evidence).into_iter().filter_map(Evidence::read).collect()
    }
}
