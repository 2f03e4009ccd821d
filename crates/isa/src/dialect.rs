//! The dialect of an instruction: the PTX version and the target.

use crate::directives::clash;
use crate::help::{Help, Part};
use crate::message::Message;
use crate::target::Target;
use crate::version::Version;
use std::sync::LazyLock;

/// The `.version` and the `.target`. Messages also show where each of them was set.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// The version; `None` if its directive is faulty. Messages then do not mention the version.
    pub version: Option<Version>,
    /// The target; `None` if its directive is faulty. Messages then do not mention the target.
    pub target: Option<Target>,
    /// Where the version was set: `at src/kernel.rs:12`, `by the dialect …`, `by default`.
    pub version_set: String,
    /// Where the target was set.
    pub target_set: String,
    /// How the user sets the version and the target.
    pub settings: Settings,
}

/// How the user sets the version and the target of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Settings {
    /// With the directives `.version` and `.target`.
    #[default]
    Directives,
    /// With the options of a build for nvptx64. `ptx!` rejects directives that exceed the version or target of the
    /// build.
    Build,
    /// With the options `--ptx-version` and `--target` of the command.
    Options,
    /// With the first field of a line of `eval --batch`.
    Field,
    /// With the arguments `version` and `target` of a Python function.
    Arguments,
}

/// The first version with `.address_size`.
const FIRST_WITH_ADDRESS_SIZE: Version = Version::new("2.3");

/// Returns all pairs of a version and a target that the version supports, oldest version first.
pub(crate) fn pairs() -> &'static [(Version, Target)] {
    static PAIRS: LazyLock<Vec<(Version, Target)>> = LazyLock::new(|| {
        let knows = |version, target: &Target| clash(version, *target).is_none();
        let of =
            |version| Target::all().filter(move |t| knows(version, t)).map(move |t| (version, t));
        Version::all().flat_map(of).collect()
    });
    &PAIRS
}

impl Default for Dialect {
    fn default() -> Self {
        Self {
            version: Some(Version::DEFAULT),
            target: Some(Target::DEFAULT),
            version_set: "by default".into(),
            target_set: "by default".into(),
            settings: Settings::Directives,
        }
    }
}

impl Dialect {
    /// Returns a dialect for tests and tools. Messages describe it as set "by default".
    #[must_use]
    pub fn of(version: Version, target: Target) -> Self {
        Self { version: Some(version), target: Some(target), ..Self::default() }
    }

    /// Returns all pairs of a version and a target that the version supports, oldest version first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        pairs().iter().map(|&(version, target)| Self::of(version, target))
    }

    /// Returns a note with the version and the place where the version was set.
    #[must_use]
    pub fn version_note(&self) -> String {
        let version = self.version.map(|version| version.to_string()).unwrap_or_default();
        format!("`.version {version}` is set {}", self.version_set)
    }

    /// Returns a note with the target and the place where the target was set.
    #[must_use]
    pub fn target_note(&self) -> String {
        let target = self.target.map(|target| target.to_string()).unwrap_or_default();
        format!("`.target {target}` is set {}", self.target_set)
    }

    /// Returns the help to set a version, a target, or both.
    ///
    /// ```
    /// use ptx_isa::{Dialect, Settings, Target, Version};
    ///
    /// let mut dialect = Dialect::default();
    /// let help = dialect.set(Some(Version::new("7.8")), Some(Target::sm(90)));
    /// assert_eq!(help.text(), "set `.version 7.8` and `.target sm_90`");
    /// dialect.settings = Settings::Options;
    /// let help = dialect.set(None, Some(Target::sm(90)));
    /// assert_eq!(help.text(), "use the option `--target sm_90`");
    /// ```
    #[must_use]
    pub fn set(&self, version: Option<Version>, target: Option<Target>) -> Help {
        let setting = |of_version: &dyn Fn(Version) -> String,
                       of_target: &dyn Fn(Target) -> String| {
            let all = [version.map(of_version), target.map(of_target)];
            all.into_iter().flatten().collect::<Vec<_>>()
        };
        let quoted = |all: &[String]| {
            all.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(" and ")
        };
        match self.settings {
            Settings::Directives => {
                let all =
                    setting(&|one| format!(".version {one}"), &|one| format!(".target {one}"));
                let fix = Part::Directives.with(all.join("\n"));
                Help::code(format!("set {}", quoted(&all)), [fix])
            }
            Settings::Build => {
                let all = setting(
                    &|one| format!("-C target-feature=+ptx{}{}", one.major, one.minor),
                    &|one| format!("-C target-cpu={one}"),
                );
                format!("set {} in RUSTFLAGS or `.cargo/config.toml`", quoted(&all)).into()
            }
            Settings::Options => {
                let all = setting(&|one| format!("--ptx-version {one}"), &|one| {
                    format!("--target {one}")
                });
                format!("use the option `{}`", all.join(" ")).into()
            }
            Settings::Field => {
                let target = target.or(self.target).map(|one| one.to_string());
                let version = version.map(|one| one.to_string());
                let field: Vec<_> = target.into_iter().chain(version).collect();
                format!("the first field must be `{}`", field.join(" ")).into()
            }
            Settings::Arguments => {
                let all = setting(&|one| format!("version=\"{one}\""), &|one| {
                    format!("target=\"{one}\"")
                });
                format!("pass {}", quoted(&all)).into()
            }
        }
    }

    /// Compares the dialect with a version and a target that a construct needs. Returns a note with the settings that are
    /// too old, and the advice to change them. Returns `None` if the dialect has both.
    ///
    /// ```
    /// use ptx_isa::{Dialect, Target, Version};
    ///
    /// let old = Dialect::of(Version::new("7.0"), Target::sm(80));
    /// let (note, help) = old.lack(Version::new("7.8"), Target::sm(90)).unwrap();
    /// assert_eq!(note, "`.version 7.0` is set by default, `.target sm_80` is set by default");
    /// assert_eq!(help.text(), "set `.version 7.8` and `.target sm_90`");
    /// assert_eq!(old.lack(Version::new("7.0"), Target::sm(75)), None);
    /// ```
    #[must_use]
    pub fn lack(&self, version: Version, target: Target) -> Option<(String, Help)> {
        let is_old = self.version.is_some_and(|found| found < version);
        let is_small = self.target.is_some_and(|found| found.sm < target.sm);
        let notes = [is_old.then(|| self.version_note()), is_small.then(|| self.target_note())];
        let notes: Vec<_> = notes.into_iter().flatten().collect();
        let help = self.set(is_old.then_some(version), is_small.then_some(target));
        (is_old || is_small).then(|| (notes.join(", "), help))
    }

    /// Reports `.address_size` in a version without this directive.
    ///
    /// ```
    /// use ptx_isa::{Dialect, Target, Version};
    /// let old = Dialect::of(Version::new("2.2"), Target::sm(20));
    /// assert!(old.no_address_size().is_some());
    /// assert!(Dialect::default().no_address_size().is_none());
    /// ```
    #[must_use]
    pub fn no_address_size(&self) -> Option<Message> {
        self.version.filter(|version| *version < FIRST_WITH_ADDRESS_SIZE)?;
        let what = format!("`.address_size` needs PTX ISA {FIRST_WITH_ADDRESS_SIZE} or later");
        Some(Message::new(what).note(self.version_note()))
    }

    /// Returns the architecture number of the target, or of the default target if the target is unknown.
    #[must_use]
    pub fn sm(&self) -> u16 {
        self.target.unwrap_or(Target::DEFAULT).sm
    }
}
