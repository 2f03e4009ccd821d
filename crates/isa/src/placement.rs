//! The places where `ptxas` accepts directives that declare nothing (PTX ISA, "Directives").

use crate::code::Code;
use crate::dialect::Dialect;
use crate::help::{Help, Part};
use crate::literal::{self, Literal};
use crate::message::Message;
use crate::nearest::nearest;
use crate::target::Target;
use crate::version::Version;

/// A place where a directive may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Outside of functions.
    Module,
    /// Between the parameters and the body of a kernel.
    Kernel,
    /// Between the parameters and the body of a function.
    Function,
    /// In the body of a kernel or function.
    Body,
}

use Site::{Body, Function, Kernel, Module};

/// The directives, and the places where `ptxas` 13.5 accepts each.
const PLACES: &[(&str, &[Site])] = &[
    ("abi_preserve", &[Function]),
    ("abi_preserve_control", &[Function]),
    ("alias", &[Module, Body]),
    ("blocksareclusters", &[Kernel]),
    ("branchtargets", &[Body]),
    ("callprototype", &[Body]),
    ("calltargets", &[Body]),
    ("explicitcluster", &[Kernel]),
    ("file", &[Module]),
    ("loc", &[Body]),
    ("maxclusterrank", &[Kernel]),
    ("maxnctapersm", &[Kernel]),
    ("maxnreg", &[Kernel]),
    ("maxntid", &[Kernel]),
    ("minnctapersm", &[Kernel]),
    ("minperctamemory", &[Kernel]),
    ("noreturn", &[Function]),
    ("pragma", &[Module, Kernel, Body]),
    ("reqnctapercluster", &[Kernel]),
    ("reqntid", &[Kernel]),
    ("section", &[Module]),
];

/// The arguments of a directive.
#[derive(Clone, Copy, Debug)]
enum Arguments {
    /// No arguments.
    Nothing,
    /// Integers.
    Numbers {
        /// The maximum count. The minimum count is 1.
        most: usize,
        /// The minimum value of each integer.
        least: u64,
    },
    /// Strings.
    Texts,
    /// Two names.
    Pair,
}

use Arguments::{Nothing, Numbers, Pair, Texts};

/// The arguments of directives, and the version and target that each directive needs (PTX ISA, "Directives", and the
/// verdicts of `ptxas` 12.9 and 13.5).
const RULES: &[(&str, Option<Arguments>, Version, Target)] = &[
    ("abi_preserve", Some(Numbers { most: 1, least: 0 }), Version::new("9.0"), Target::sm(80)),
    (
        "abi_preserve_control",
        Some(Numbers { most: 1, least: 0 }),
        Version::new("9.0"),
        Target::sm(80),
    ),
    ("alias", Some(Pair), Version::new("6.3"), Target::sm(30)),
    ("blocksareclusters", Some(Nothing), Version::new("9.0"), Target::sm(90)),
    ("branchtargets", None, Version::new("6.0"), Target::sm(30)),
    ("callprototype", None, Version::new("2.1"), Target::sm(20)),
    ("calltargets", None, Version::new("2.1"), Target::sm(20)),
    ("explicitcluster", Some(Nothing), Version::new("7.8"), Target::sm(90)),
    ("maxclusterrank", Some(Numbers { most: 1, least: 0 }), Version::new("7.8"), Target::sm(90)),
    ("maxnreg", Some(Numbers { most: 1, least: 1 }), Version::new("1.3"), Target::sm(10)),
    ("maxntid", Some(Numbers { most: 3, least: 1 }), Version::new("1.3"), Target::sm(10)),
    ("minnctapersm", Some(Numbers { most: 1, least: 1 }), Version::new("2.0"), Target::sm(10)),
    ("minperctamemory", Some(Numbers { most: 1, least: 0 }), Version::new("9.4"), Target::sm(80)),
    ("noreturn", Some(Nothing), Version::new("6.4"), Target::sm(30)),
    ("pragma", Some(Texts), Version::new("2.0"), Target::sm(10)),
    ("reqnctapercluster", Some(Numbers { most: 3, least: 0 }), Version::new("7.8"), Target::sm(90)),
    ("reqntid", Some(Numbers { most: 3, least: 1 }), Version::new("2.1"), Target::sm(10)),
];

/// An argument of a directive: the directive, the start of the argument, its name, and the version and target that it
/// needs.
type Feature = (&'static str, &'static str, &'static str, Version, Target);

/// The arguments of directives that need a later version or target than the directive (verdicts of `ptxas` 13.5, and
/// the PTX ISA for targets before sm_75).
const FEATURES: &[Feature] = &[
    ("attribute", "managed", ".managed", Version::new("4.0"), Target::sm(30)),
    ("attribute", "unified", ".unified", Version::new("8.0"), Target::sm(90)),
    ("loc", "inlined_at", "inlined_at", Version::new("7.0"), Target::sm(10)),
];

/// Directives of a kernel that exclude each other.
const EXCLUSIVE: &[(&str, &str)] =
    &[("maxntid", "reqntid"), ("reqnctapercluster", "maxclusterrank")];

/// Removed directives: the last version that has the directive, and the directive that replaces it.
const REMOVED: &[(&str, Version, &str)] = &[("maxnctapersm", Version::new("2.0"), "minnctapersm")];

/// The directive that the checker accepts in every place: debug information of early versions.
const ANYWHERE: &[&str] = &["@@"];

/// The directives that other parts of the checker check.
const OTHERS: &[&str] = &[
    "address_size",
    "attribute",
    "common",
    "const",
    "entry",
    "extern",
    "func",
    "global",
    "local",
    "param",
    "reg",
    "shared",
    "target",
    "tex",
    "version",
    "visible",
    "weak",
];

/// Returns whether PTX has a directive, in any place and version.
///
/// ```
/// use ptx_isa::placement::is_directive;
///
/// assert!(is_directive("maxntid") && is_directive("entry"));
/// assert!(!is_directive("register"));
/// ```
#[must_use]
pub fn is_directive(word: &str) -> bool {
    OTHERS.contains(&word) || fault(word, None, None).is_none()
}

/// Reports a directive that is unknown, in a wrong place, or not in the version. `place` is `None` for statements
/// outside of a function, because such statements may be an excerpt from any place. `version` is `None` if the version
/// is unknown.
///
/// ```
/// use ptx_isa::placement::{Site, fault};
///
/// assert!(fault("maxntid", Some(Site::Kernel), None).is_none());
/// let message = fault("maxntid", Some(Site::Body), None).unwrap();
/// assert_eq!(message.what, "directive `.maxntid` is in the wrong place");
/// let message = fault("register", None, None).unwrap();
/// assert_eq!(message.help_text().unwrap(), "write `.reg`");
/// ```
#[must_use]
pub fn fault(word: &str, place: Option<Site>, version: Option<Version>) -> Option<Message> {
    if ANYWHERE.contains(&word) {
        return None;
    }
    let Some((_, places)) = PLACES.iter().find(|row| row.0 == word) else {
        let is_here = |places: &[Site]| place.is_none_or(|place| places.contains(&place));
        let here = PLACES.iter().filter(|row| is_here(row.1)).map(|row| row.0);
        let known = || here.clone().chain(OTHERS.iter().copied());
        let is_prefix = |known: &&str| known.len() > 2 && word.starts_with(known);
        let message = Message::new(format!("unknown directive `.{word}`")).coded(Code::Directive);
        return Some(match nearest(word, known()).or_else(|| known().find(is_prefix)) {
            Some(near) => message.help(Help::write(Part::Word, format!(".{near}"))),
            None => message,
        });
    };
    if place.is_none_or(|place| places.contains(&place)) {
        let is_here = |row: &&(&str, Version, &str)| row.0 == word && version > Some(row.1);
        return REMOVED.iter().find(is_here).map(|(_, last, successor)| {
            Message::new(format!("`.{word}` exists up to PTX ISA {last}"))
                .coded(Code::Directive)
                .help(Help::write(Part::Word, format!(".{successor}")))
        });
    }
    let right = match places[0] {
        Module => "move it outside of the function",
        Kernel => "move it between the parameters and the `{` of a kernel",
        Function => "move it between the parameters and the `{` of a `.func`",
        Body => "move it into the body of a function",
    };
    let message = Message::new(format!("directive `.{word}` is in the wrong place"));
    Some(message.coded(Code::Directive).help(right))
}

/// Reports a directive with wrong arguments, or a directive that the version or the target does not have. The number is
/// the index of the wrong argument.
///
/// ```
/// use ptx_isa::Dialect;
/// use ptx_isa::placement::arguments;
///
/// let dialect = Dialect::default();
/// assert!(arguments("maxntid", &["128", "1"], &dialect).is_none());
/// let (at, message) = arguments("maxntid", &["128", "0"], &dialect).unwrap();
/// assert_eq!((at, message.what.as_str()), (Some(1), "expected a number of at least 1"));
/// ```
#[must_use]
pub fn arguments(
    word: &str,
    written: &[&str],
    dialect: &Dialect,
) -> Option<(Option<usize>, Message)> {
    for (directive, start, name, version, target) in FEATURES {
        let at = written.iter().position(|text| text.starts_with(start));
        if let Some(i) = at.filter(|_| *directive == word)
            && let Some((note, help)) = dialect.lack(*version, *target)
        {
            let what = match target.sm {
                ..=10 => format!("`{name}` needs PTX ISA {version}"),
                _ => format!("`{name}` needs PTX ISA {version} and {target}"),
            };
            let message = Message::new(what);
            return Some((Some(i), message.coded(Code::Directive).note(note).help(help)));
        }
    }
    let (_, rule, version, target) = RULES.iter().find(|row| row.0 == word)?;
    if let Some((note, help)) = dialect.lack(*version, *target) {
        let message = Message::new(format!("`.{word}` needs PTX ISA {version} and {target}"));
        return Some((None, message.coded(Code::Directive).note(note).help(help)));
    }
    let count = written.len();
    let wrong = |message: Message| Some((None, message.coded(Code::Directive)));
    match rule.as_ref()? {
        Nothing if count > 0 => wrong(
            Message::new(format!("`.{word}` takes no arguments"))
                .help(Help::write(Part::Statement, format!(".{word}"))),
        ),
        Numbers { most, .. } if !(1..=*most).contains(&count) => {
            let numbers =
                if *most == 1 { "1 number".into() } else { format!("1 to {most} numbers") };
            wrong(Message::new(format!("`.{word}` takes {numbers}, found {count}")))
        }
        Pair if count != 2 => {
            wrong(Message::new(format!("`.{word}` takes 2 names, found {count}")))
        }
        Numbers { least, .. } => written.iter().enumerate().find_map(|(i, text)| {
            let what = match literal::parse(text) {
                Ok(Literal::Integer(number)) if number >= *least => return None,
                Ok(Literal::Integer(_)) => format!("expected a number of at least {least}"),
                _ => format!("expected an integer, found `{text}`"),
            };
            Some((Some(i), Message::new(what).coded(Code::Directive)))
        }),
        Texts => {
            let i = written.iter().position(|text| !text.starts_with('"'))?;
            let message = Message::new(format!("expected a string after `.{word}`"));
            let message = message.help(Help::write(Part::Word, format!("\"{}\"", written[i])));
            Some((Some(i), message.coded(Code::Directive)))
        }
        _ => None,
    }
}

/// Reports a directive in a header that contradicts an earlier directive of the header. `all` are the directives of the
/// header, and `i` is the index of the directive.
///
/// ```
/// use ptx_isa::placement::conflict;
///
/// assert!(conflict(&["maxntid", "reqntid"], 1).is_some());
/// assert!(conflict(&["maxntid", "maxnreg"], 1).is_none());
/// ```
#[must_use]
pub fn conflict(all: &[&str], i: usize) -> Option<Message> {
    let (word, before) = (all[i], &all[..i]);
    let message = match word {
        "noreturn" if before.contains(&word) => {
            Message::new("duplicate directive `.noreturn`").help(Help::remove())
        }
        "blocksareclusters"
            if !["reqntid", "reqnctapercluster"].iter().all(|one| all.contains(one)) =>
        {
            Message::new("`.blocksareclusters` needs `.reqntid` and `.reqnctapercluster`")
        }
        _ => {
            let other = EXCLUSIVE.iter().find_map(|&(a, b)| match word {
                _ if word == a => Some(b),
                _ if word == b => Some(a),
                _ => None,
            })?;
            if !before.contains(&other) {
                return None;
            }
            Message::new(format!("`.{word}` cannot be combined with `.{other}`"))
                .help("remove one of them")
        }
    };
    Some(message.coded(Code::Directive))
}
