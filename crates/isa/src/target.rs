//! Target architectures.

use crate::version::Version;
use std::fmt;

/// A `.target`: an architecture and, for early architectures, the option `map_f64_to_f32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The number after `sm_`.
    pub sm: u16,
    /// `a` if the target has architecture-specific features, `f` if it has family-specific
    /// features.
    pub suffix: Option<char>,
    /// Whether `.f64` instructions compute in `.f32`.
    pub map_f64_to_f32: bool,
}

/// The targets: the number, the suffix (or a space), the first version, and the last version of a
/// target that was renamed.
#[rustfmt::skip]
const TARGETS: &[(u16, char, &str, Option<&str>)] = &[
    (10, ' ', "1.0", None),  (11, ' ', "1.0", None),  (12, ' ', "1.2", None),  (13, ' ', "1.2", None),
    (20, ' ', "2.0", None),  (21, ' ', "2.0", None),
    (30, ' ', "3.0", None),  (32, ' ', "4.0", None),  (35, ' ', "3.1", None),  (37, ' ', "4.1", None),
    (50, ' ', "4.0", None),  (52, ' ', "4.1", None),  (53, ' ', "4.2", None),
    (60, ' ', "5.0", None),  (61, ' ', "5.0", None),  (62, ' ', "5.0", None),
    (70, ' ', "6.0", None),  (72, ' ', "6.1", None),  (75, ' ', "6.3", None),
    (80, ' ', "7.0", None),  (82, ' ', "6.2", None),  (86, ' ', "7.1", None),  (87, ' ', "7.4", None),
    (88, ' ', "9.0", None),  (89, ' ', "7.8", None),
    (90, ' ', "7.8", None),  (90, 'a', "8.0", None),
    (100, ' ', "8.6", None), (100, 'a', "8.6", None), (100, 'f', "8.8", None),
    (101, ' ', "8.6", Some("8.8")), (101, 'a', "8.6", Some("8.8")), (101, 'f', "8.8", Some("8.8")),
    (103, ' ', "8.8", None), (103, 'a', "8.8", None), (103, 'f', "8.8", None),
    (107, ' ', "9.4", None), (107, 'a', "9.4", None), (107, 'f', "9.4", None),
    (110, ' ', "9.0", None), (110, 'a', "9.0", None), (110, 'f', "9.0", None),
    (120, ' ', "8.7", None), (120, 'a', "8.7", None), (120, 'f', "8.8", None),
    (121, ' ', "8.8", None), (121, 'a', "8.8", None), (121, 'f', "8.8", None),
];

impl Target {
    /// The default target.
    pub const DEFAULT: Self = Self::sm(121);

    /// The first architecture whose `.f32` instructions keep subnormals unless they have `.ftz`. On
    /// earlier architectures all `.f32` instructions flush them (PTX ISA, ".ftz").
    pub const FIRST_WITH_SUBNORMALS: Self = Self::sm(20);

    /// Returns the target `sm_NN` without suffix and options.
    #[must_use]
    pub const fn sm(sm: u16) -> Self {
        Self { sm, suffix: None, map_f64_to_f32: false }
    }

    /// Returns the target with this name, such as `sm_90a`, if it exists.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::all().find(|t| t.to_string() == word)
    }

    /// Returns all targets, without options.
    pub fn all() -> impl Iterator<Item = Self> {
        TARGETS.iter().map(|&(sm, suffix, ..)| Self {
            sm,
            suffix: Some(suffix).filter(char::is_ascii_lowercase),
            map_f64_to_f32: false,
        })
    }

    /// Returns the target with all features of its chip: `sm_90a` for `sm_90`, and `sm_80` for `sm_80`.
    ///
    /// ```
    /// use ptx_isa::Target;
    ///
    /// assert_eq!(Target::sm(90).with_own_features().to_string(), "sm_90a");
    /// assert_eq!(Target::sm(80).with_own_features(), Target::sm(80));
    /// ```
    #[must_use]
    pub fn with_own_features(self) -> Self {
        let own = Self { suffix: Some('a'), ..self };
        if own.row().is_some() { own } else { self }
    }

    /// Returns the row of the table for this target.
    fn row(self) -> Option<&'static (u16, char, &'static str, Option<&'static str>)> {
        TARGETS.iter().find(|row| row.0 == self.sm && row.1 == self.suffix.unwrap_or(' '))
    }

    /// Returns the first version with this target, and the last version if the target was renamed.
    #[must_use]
    pub fn versions(self) -> (Version, Option<Version>) {
        self.row()
            .map_or((Version::NEWEST, None), |row| (Version::new(row.2), row.3.map(Version::new)))
    }

    /// Returns whether the target may have the option `map_f64_to_f32`. Only architectures without `.f64` may have the
    /// option.
    #[must_use]
    pub fn allows_map(self) -> bool {
        self.sm < 13
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.sm)?;
        if let Some(suffix) = self.suffix {
            write!(f, "{suffix}")?;
        }
        if self.map_f64_to_f32 {
            f.write_str(", map_f64_to_f32")?;
        }
        Ok(())
    }
}
