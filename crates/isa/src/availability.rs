//! The PTX versions and targets that support a form or a modifier.

use crate::target::Target;
use crate::version::Version;
use std::fmt;

/// The versions and targets that support a form: `[7.8, sm_90 | 8.1, sm_89]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Availability {
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
    pub(crate) fn new(word: &str, last: Option<&str>) -> Option<Self> {
        let word = word.strip_prefix("sm_")?;
        let (digits, suffix) = word.split_at(word.trim_end_matches(['a', 'f']).len());
        let sm = digits.parse().ok()?;
        match (suffix, last) {
            ("", None) => Some(Self::From(sm)),
            ("", Some(last)) => Some(Self::Range(sm, last.strip_prefix("sm_")?.parse().ok()?)),
            ("a", None) => Some(Self::Specific(sm)),
            ("f", None) => Some(Self::Family(sm)),
            _ => None,
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
        self.alternatives.iter().find(|one| {
            version.is_none_or(|v| one.since <= v && one.until.is_none_or(|last| v <= last))
                && target.is_none_or(|t| one.targets.has(t) || one.or_map && t.map_f64_to_f32)
        })
    }

    /// Describes the first alternative: `PTX ISA 7.8 and sm_90`.
    #[must_use]
    pub fn first(&self) -> String {
        let first = self.alternatives.first();
        first.map_or(String::new(), |one| format!("PTX ISA {} and {}", one.since, one.targets))
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
        for (i, one) in self.alternatives.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { " | " }, one.since)?;
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
