//! The PTX versions and targets that support a form or a modifier.

use crate::target::Target;
use crate::version::Version;
use std::fmt;

/// The versions and targets that support a form: `[7.8, sm_90 | 8.1, sm_89]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Availability {
    /// The first version with the form. Several forms share a list of alternatives, so an alternative may have an
    /// earlier `since`. Such an alternative applies to the form only from the version `from` on.
    pub from: Version,
    /// The alternatives. The form exists if at least one alternative applies.
    pub alternatives: &'static [Alternative],
}

/// A range of versions, and the targets that support the form in these versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The first version of the range.
    pub since: Version,
    /// The last version of the range; `None` if the newest version still has the form.
    pub until: Option<Version>,
    /// The targets.
    pub targets: Targets,
    /// Whether every target with the option `map_f64_to_f32` supports the form as well, including
    /// targets that are not in `targets`.
    pub or_map: bool,
}

/// A set of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// `sm_90`: this architecture and all later ones.
    From(u16),
    /// `sm_10 to sm_13`: all architectures from the first to the last.
    Range(u16, u16),
    /// `sm_100a`: this target only.
    Specific(u16),
    /// `sm_100f`: this architecture and later ones of its family, with the suffix `f` or `a`.
    Family(u16),
}

/// The families of architectures, oldest member first. Code for `sm_100f` runs on all later members
/// of its family (PTX ISA, "Target Architectures").
const FAMILIES: &[&[u16]] = &[&[100, 103], &[101], &[107], &[110], &[120, 121]];

impl Targets {
    /// Parses `sm_20`, `sm_100a` or `sm_120f`. The argument `last` is the end of a range such as `sm_10 to sm_13`.
    pub(crate) const fn new(word: &str, last: Option<&str>) -> Self {
        match (number(word), last) {
            ((sm, b' '), None) => Self::From(sm),
            ((sm, b' '), Some(last)) => Self::Range(sm, number(last).0),
            ((sm, b'a'), None) => Self::Specific(sm),
            ((sm, b'f'), None) => Self::Family(sm),
            _ => panic!("an architecture is `sm_NN`, `sm_NNa` or `sm_NNf`"),
        }
    }

    /// Returns whether the set contains a target.
    #[must_use]
    pub fn has(self, target: Target) -> bool {
        let is_family =
            |oldest: u16| FAMILIES.iter().any(|f| f.contains(&oldest) && f.contains(&target.sm));
        match self {
            Self::From(sm) => sm <= target.sm,
            Self::Range(first, last) => (first..=last).contains(&target.sm),
            Self::Specific(sm) => target.sm == sm && target.suffix == Some('a'),
            Self::Family(sm) => target.suffix.is_some() && sm <= target.sm && is_family(sm),
        }
    }
}

/// Splits `sm_100a` into its number and its suffix. Returns a space for a missing suffix.
const fn number(word: &str) -> (u16, u8) {
    let text = word.as_bytes();
    assert!(text.len() > 3, "an architecture is `sm_` and a number");
    assert!(
        text[0] == b's' && text[1] == b'm' && text[2] == b'_',
        "an architecture is `sm_` and a number"
    );
    let mut sm = 0;
    let mut i = 3;
    while i < text.len() && text[i].is_ascii_digit() {
        sm = sm * 10 + (text[i] - b'0') as u16;
        i += 1;
    }
    if i + 1 == text.len() {
        return (sm, text[i]);
    }
    assert!(i == text.len(), "one letter follows the digits of an architecture");
    (sm, b' ')
}

impl fmt::Display for Targets {
    /// Prints `sm_90`, `sm_100a`, `sm_10 to sm_13`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(sm) => write!(f, "sm_{sm}"),
            Self::Range(first, last) => write!(f, "sm_{first} to sm_{last}"),
            Self::Specific(sm) => write!(f, "sm_{sm}a"),
            Self::Family(sm) => write!(f, "sm_{sm}f"),
        }
    }
}

impl Availability {
    /// Returns the alternatives, each with the first version in which it applies to the form.
    pub fn each(&self) -> impl Iterator<Item = (Version, &'static Alternative)> {
        self.alternatives.iter().map(|one| (one.since.max(self.from), one))
    }

    /// Returns whether a version and a target support the form. `None` means any version or target.
    #[must_use]
    pub fn admits(&self, version: Option<Version>, target: Option<Target>) -> bool {
        self.admitting(version, target).is_some()
    }

    /// Returns the first alternative that applies to a version and a target. `None` means any
    /// version or target.
    #[must_use]
    pub fn admitting(
        &self,
        version: Option<Version>,
        target: Option<Target>,
    ) -> Option<&'static Alternative> {
        let admits = |&(since, one): &(Version, &Alternative)| {
            version.is_none_or(|v| since <= v && one.until.is_none_or(|last| v <= last))
                && target.is_none_or(|t| one.targets.has(t) || one.or_map && t.map_f64_to_f32)
        };
        self.each().find(admits).map(|(_, one)| one)
    }

    /// Describes the first alternative: `PTX ISA 7.8 and sm_90`.
    #[must_use]
    pub fn first(&self) -> String {
        let first = self.each().next();
        first.map_or(String::new(), |(since, one)| format!("PTX ISA {since} and {}", one.targets))
    }

    /// Returns the last version with the form; `None` if the newest version still has the form.
    #[must_use]
    pub fn until(&self) -> Option<Version> {
        self.alternatives.iter().map(|one| one.until).max().flatten()
    }

    /// Returns the last architecture with the form; `None` if the newest architectures still have
    /// the form.
    #[must_use]
    pub fn last_sm(&self) -> Option<u16> {
        match self.alternatives {
            [Alternative { targets: Targets::Range(_, last), .. }] => Some(*last),
            _ => None,
        }
    }
}

impl fmt::Display for Availability {
    /// Prints `7.8, sm_90 | 8.1, sm_89`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (since, one)) in self.each().enumerate() {
            write!(f, "{}{since}", if i == 0 { "" } else { " | " })?;
            if let Some(last) = one.until {
                write!(f, " to {last}")?;
            }
            write!(f, ", {}", one.targets)?;
            if one.or_map {
                f.write_str(" or map_f64_to_f32")?;
            }
        }
        Ok(())
    }
}

/// Alternatives that several rows of the instruction table share. All targets of the alternatives
/// have the suffix `a` or `f`.
#[expect(non_upper_case_globals, reason = "rows of the table use these names")]
pub(crate) mod groups {
    use super::{Alternative, Targets};
    use crate::version::Version;

    /// Conversions of floats with 8 bits or less.
    pub(crate) const narrow_floats: &[Alternative] = &[
        alternative("8.6", "sm_100a"),
        alternative("8.6", "sm_101a"),
        alternative("8.7", "sm_120a"),
        alternative("8.8", "sm_100f"),
        alternative("8.8", "sm_101f"),
        alternative("8.8", "sm_120f"),
        alternative("9.0", "sm_110f"),
        alternative("9.4", "sm_107f"),
    ];

    /// Conversions with stochastic rounding, `.rs`.
    pub(crate) const stochastic: &[Alternative] = &[
        alternative("8.7", "sm_100a"),
        alternative("8.8", "sm_103a"),
        alternative("9.4", "sm_107a"),
    ];

    /// Conversions of `.s2f6x2`.
    pub(crate) const fixed_point: &[Alternative] = &[
        alternative("9.1", "sm_100a"),
        alternative("9.1", "sm_103a"),
        alternative("9.1", "sm_110a"),
        alternative("9.1", "sm_120a"),
        alternative("9.1", "sm_121a"),
        alternative("9.4", "sm_107a"),
    ];

    const fn alternative(since: &str, targets: &str) -> Alternative {
        Alternative {
            since: Version::new(since),
            until: None,
            targets: Targets::new(targets, None),
            or_map: false,
        }
    }
}
