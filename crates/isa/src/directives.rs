//! Rules and messages for `.version`, `.target` and `.address_size`.

use crate::help::{Help, Part};
use crate::literal::{self, Literal};
use crate::message::Message;
use crate::nearest::nearest;
use crate::target::Target;
use crate::version::Version;

/// Options after a target that do not change any result.
pub const IGNORED: &[&str] = &["debug", "texmode_unified", "texmode_independent"];

/// The option that makes `.f64` instructions compute in `.f32`. The option exists for early targets only.
pub const MAP: &str = "map_f64_to_f32";

/// A directive at the start of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `.version 8.6`
    Version,
    /// `.target sm_90`
    Target,
    /// `.address_size 64`
    AddressSize,
}

impl Directive {
    /// All directives, in the required order.
    pub const ALL: [Self; 3] = [Self::Version, Self::Target, Self::AddressSize];

    /// Returns the name without the dot.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::Target => "target",
            Self::AddressSize => "address_size",
        }
    }

    /// Returns the directive for a name without the dot.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|directive| directive.word() == word)
    }

    /// Reports a directive without a value.
    #[must_use]
    pub fn no_value(self) -> Message {
        let (value, example) = match self {
            Self::Version => ("a version", "8.6"),
            Self::Target => ("an architecture", "sm_90"),
            Self::AddressSize => ("32 or 64", "64"),
        };
        let word = self.word();
        Message::new(format!("expected {value} after `.{word}`"))
            .help(format!("add the value, as in `.{word} {example}`"))
    }

    /// Reports a module with functions but without this directive.
    #[must_use]
    pub fn missing(self) -> Message {
        self.missing_at(" before the first function")
            .note("`ptxas` refuses a file with functions and without `.version` and `.target`")
    }

    /// Reports that a file without functions does not have this directive.
    #[must_use]
    pub fn missing_in_file(self) -> Message {
        self.missing_at("").note("`ptxas` refuses a file without `.version` and `.target`")
    }

    fn missing_at(self, place: &str) -> Message {
        let word = self.word();
        let (version, target) = (Version::NEWEST, Target::sm(90));
        let help = match self {
            Self::Version => Help::code(
                format!("begin the file with `.version {version}` and `.target {target}`"),
                [Part::Directives.with(format!(".version {version}\n.target {target}"))],
            ),
            Self::Target | Self::AddressSize => {
                Help::write(Part::Directives, format!(".target {target}")).and(" after `.version`")
            }
        };
        Message::new(format!("missing `.{word}`{place}")).help(help)
    }

    /// Reports a second occurrence of a directive.
    #[must_use]
    pub fn duplicate(self) -> Message {
        Message::new(format!("duplicate directive `.{}`", self.word()))
    }

    /// Reports a directive after declarations or instructions.
    #[must_use]
    pub fn too_late(self) -> Message {
        let what = "must come before declarations, instructions and other directives";
        Message::new(format!("`.{}` {what}", self.word()))
    }
}

/// The directives of a module that have been read so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen([bool; Directive::ALL.len()]);

impl Seen {
    /// Returns whether a directive has occurred.
    #[must_use]
    pub fn has(self, directive: Directive) -> bool {
        self.0[directive as usize]
    }

    /// Records a directive. A module may contain several `.target` directives.
    ///
    /// ```
    /// use ptx_isa::directives::{Directive, Seen};
    ///
    /// let mut seen = Seen::default();
    /// assert!(seen.add(Directive::Target).is_ok());
    /// let fault = seen.add(Directive::Version).unwrap_err();
    /// assert_eq!(fault.what, "`.version` must come before `.target`");
    /// ```
    ///
    /// # Errors
    /// Returns a message if the directive is a duplicate, or follows a directive that must come
    /// later.
    pub fn add(&mut self, directive: Directive) -> Result<(), Message> {
        let is_second = std::mem::replace(&mut self.0[directive as usize], true);
        if is_second && directive != Directive::Target {
            return Err(directive.duplicate());
        }
        let later = Directive::ALL.into_iter().skip_while(|d| *d != directive).skip(1);
        match later.into_iter().find(|later| self.has(*later)) {
            Some(later) => Err(Message::new(format!(
                "`.{}` must come before `.{}`",
                directive.word(),
                later.word()
            ))),
            None => Ok(()),
        }
    }
}

/// Returns the target for the words after `.target`: an architecture and its options.
///
/// # Errors
/// Returns a message, and the index of the wrong word if there is one.
pub fn target(words: &[&str]) -> Result<Target, (Option<usize>, Message)> {
    let mut found: Option<Target> = None;
    let (mut map, mut texture) = (None, None);
    for (i, &word) in words.iter().enumerate() {
        let fault = |message: String| Err((Some(i), Message::new(message)));
        match Target::from_word(word) {
            Some(_) if found.is_some() => return fault(format!("`{word}` is a second target")),
            Some(target) => found = Some(target),
            None if word == MAP => map = Some(i),
            None if !IGNORED.contains(&word) => return Err((Some(i), no_target(word))),
            None if word.starts_with("texmode_") => match texture.replace(word) {
                Some(first) if first != word => {
                    return fault(format!("`{word}` contradicts `{first}`"));
                }
                _ => {}
            },
            None => {}
        }
    }
    match (found, map) {
        (None, _) => Err((None, Directive::Target.no_value())),
        (Some(target), Some(map)) if !target.allows_map() => Err((Some(map), no_map(target))),
        _ if Target::from_word(words[0]).is_none() => {
            let what = format!("`{}` must come after the architecture", words[0]);
            Err((
                Some(0),
                Message::new(what).help("the architecture comes first: `.target sm_90, debug`"),
            ))
        }
        (Some(target), map) => Ok(Target { map_f64_to_f32: map.is_some(), ..target }),
    }
}

/// Reports a missing comma between two words after `.target`.
#[must_use]
pub fn missing_comma(second: &str) -> Message {
    Message::new(format!("missing `,` before `{second}`"))
}

/// The first architecture that CUDA 12.0 supports. CUDA 12.0 removed 32-bit addresses: for this and later
/// architectures, `ptxas` 12.9 and 13.5 reject 32-bit global and generic addresses.
pub const FIRST_WITHOUT_SHORT_ADDRESSES: u16 = 50;

/// The reason why `ptxas` rejects 32-bit addresses.
pub const LONG_ADDRESSES: &str =
    "`ptxas` since CUDA 12.0 has only 64-bit global and generic addresses";

/// Checks the number after `.address_size`.
///
/// # Errors
/// Returns a message if the number is neither 32 nor 64, or if it is 32 and the target needs 64-bit addresses.
///
/// ```
/// use ptx_isa::Target;
/// use ptx_isa::directives::address_size;
///
/// assert!(address_size("32", Some(Target::sm(20))).is_ok());
/// assert!(address_size("32", Some(Target::sm(80))).is_err());
/// ```
pub fn address_size(text: &str, target: Option<Target>) -> Result<(), Message> {
    match (literal::parse(text), target) {
        (Ok(Literal::Integer(32)), Some(target)) if target.sm >= FIRST_WITHOUT_SHORT_ADDRESSES => {
            Err(Message::new(format!("32-bit addresses are not supported with {target}"))
                .note(LONG_ADDRESSES)
                .help(Help::write(Part::Word, "64")))
        }
        (Ok(Literal::Integer(32 | 64)), _) => Ok(()),
        _ => {
            let message = Message::new(format!("unknown address size {text}"));
            Err(message.help(Help::write(Part::Word, "64")))
        }
    }
}

/// Reports an unknown version.
#[must_use]
pub fn no_version(text: &str) -> Message {
    let all: Vec<_> = Version::all().collect();
    let runs: Vec<_> = all
        .chunk_by(|a, b| a.major == b.major)
        .filter_map(|run| Some(format!("{} to {}", run.first()?, run.last()?)))
        .collect();
    Message::new(format!("unknown PTX ISA version {text}"))
        .note(format!("the versions are {}", runs.join(", ")))
}

/// Reports a word after `.target` that is neither a target nor an option.
#[must_use]
pub fn no_target(text: &str) -> Message {
    // Suggest `sm_90` for `sm90`, `SM_90`, `compute_90`, `90` and `H100`.
    let lower = text.to_ascii_lowercase();
    let numbered = ["sm", "compute", ""].iter().find_map(|prefix| {
        let rest = lower.strip_prefix(prefix)?;
        let number = rest.strip_prefix(['_', '-']).unwrap_or(rest);
        Target::from_word(&format!("sm_{number}"))
    });
    let known = numbered.map(|target| target.to_string()).or_else(|| product(text));
    if text.starts_with("sm_") || text.starts_with("compute_") || known.is_some() {
        let all: Vec<_> = Target::all().map(|t| t.to_string()).collect();
        // For `sm_200`, a newer chip than all known ones, suggest `sm_100` rather than `sm_20`.
        let as_long = all.iter().filter(|name| name.len() == text.len()).map(String::as_str);
        let near = nearest(text, as_long).or_else(|| nearest(text, all.iter().map(String::as_str)));
        let near = known.or_else(|| near.map(String::from));
        let message = Message::new(format!("unknown target `{text}`"));
        return match near {
            Some(near) => message.help(Help::after("did you mean ", Part::Word, near).and("?")),
            None => message,
        };
    }
    let options = [&[MAP], IGNORED].concat();
    let message = Message::new(format!("expected a target, found `{text}`")).note(format!(
        "a target is an architecture such as `sm_90`, optionally with `{}`",
        options.join("`, `")
    ));
    match nearest(text, options.iter().copied()) {
        Some(near) => message.help(Help::meant(near)),
        None => message,
    }
}

/// The architectures of well-known products. The names are without `rtx`.
const PRODUCTS: &[(&str, &str)] = &[
    ("v100", "sm_70"),
    ("t4", "sm_75"),
    ("a100", "sm_80"),
    ("3090", "sm_86"),
    ("l4", "sm_89"),
    ("l40", "sm_89"),
    ("l40s", "sm_89"),
    ("4090", "sm_89"),
    ("h100", "sm_90"),
    ("h200", "sm_90"),
    ("b200", "sm_100"),
    ("5090", "sm_120"),
];

/// Returns the architecture of a product, such as `sm_89` for `RTX 4090`.
fn product(text: &str) -> Option<String> {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    let name = letters.collect::<String>().to_ascii_lowercase();
    let brands = ["nvidia", "tesla", "geforce", "rtx"];
    let bare = brands.iter().fold(&*name, |name, brand| name.strip_prefix(brand).unwrap_or(name));
    let (_, architecture) = PRODUCTS.iter().find(|(product, _)| *product == bare)?;
    Some((*architecture).into())
}

/// Reports `map_f64_to_f32` for a target that supports `.f64`.
#[must_use]
pub fn no_map(target: Target) -> Message {
    Message::new(format!("`{MAP}` cannot be used with {target}"))
        .note("only the targets without `.f64` have it: sm_10, sm_11 and sm_12")
}

/// Reports a target that a version does not support.
#[must_use]
pub fn clash(version: Version, target: Target) -> Option<Message> {
    let bare = Target { map_f64_to_f32: false, ..target };
    let unknown = || Message::new(format!("PTX ISA {version} does not have {bare}"));
    match target.versions() {
        (since, _) if version < since => Some(
            unknown().note(format!("{bare} was added in PTX ISA {since}")).help(
                Help::write(Part::Directives, format!(".version {since}"))
                    .and(&format!(", or a target of {version}")),
            ),
        ),
        (_, Some(last)) if version > last => {
            let renamed = RENAMED.iter().find(|pair| pair.0 == target.sm);
            let number = renamed.map_or(target.sm, |pair| pair.1);
            Some(
                unknown()
                    .note(format!("{bare} was renamed after PTX ISA {last}"))
                    .help(Help::write(Part::Word, format!("sm_{number}"))),
            )
        }
        _ => None,
    }
}

/// Reports a version that does not support the default target. Code without a target has the default target. `setting`
/// is the directive or option that sets a target: `.target` or `--target`.
///
/// ```
/// use ptx_isa::{Version, directives::without_target};
///
/// let message = without_target(Version::new("6.0"), ".target").unwrap();
/// assert_eq!(message.what, "PTX ISA 6.0 does not have sm_121");
/// assert!(message.help_text().unwrap().starts_with("write `.target sm_70`"));
/// assert!(without_target(Version::NEWEST, ".target").is_none());
/// ```
#[must_use]
pub fn without_target(version: Version, setting: &str) -> Option<Message> {
    let default = Target::DEFAULT;
    let Message { what, notes, .. } = clash(version, default)?;
    let message = Message::new(what).note(format!("{default} is the default target"));
    let message = notes.into_iter().fold(message, Message::note);
    let plain = Target::all().filter(|target| target.suffix.is_none());
    let newest = plain.filter(|target| clash(version, *target).is_none()).max_by_key(|t| t.sm)?;
    let text = format!("{setting} {newest}");
    let words = format!(", the newest target of PTX ISA {version}, or an older one");
    Some(message.help(match setting.starts_with('.') {
        true => Help::write(Part::Directives, text).and(&words),
        false => format!("use `{text}`{words}").into(),
    }))
}

/// Architectures that have been renumbered: the old and the new number.
const RENAMED: &[(u16, u16)] = &[(101, 110)];
