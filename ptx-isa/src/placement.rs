//! The places where `ptxas` accepts directives that declare nothing (PTX ISA, "Directives").

use crate::code::Code;
use crate::message::Message;
use crate::nearest::nearest;
use crate::version::Version;

/// A place where a directive may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Outside of functions.
    Module,
    /// Between the parameters and the body of a kernel.
    Kernel,
    /// Between the parameters and the body of a function.
    Function,
    /// In the body of a kernel or function.
    Body,
}

use Place::{Body, Function, Kernel, Module};

/// The directives, and the places where `ptxas` 13.5 accepts each.
const PLACES: &[(&str, &[Place])] = &[
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
    ("noreturn", &[Function]),
    ("pragma", &[Module, Kernel, Body]),
    ("reqnctapercluster", &[Kernel]),
    ("reqntid", &[Kernel]),
    ("section", &[Module]),
];

/// Removed directives: the last version that has the directive, and the directive that replaces it.
const REMOVED: &[(&str, Version, &str)] = &[("maxnctapersm", Version::new("2.0"), "minnctapersm")];

/// Directives that the checker accepts in every place: directives of early versions and of debug information.
const ANYWHERE: &[&str] =
    &["@@", "attribute", "sampler", "samplerref", "surf", "surfref", "texref"];

/// The directives that other parts of the checker check.
const OTHERS: &[&str] = &[
    "address_size",
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

/// Reports a directive that is unknown, in a wrong place, or not in the version. `place` is `None` for statements
/// outside of a function, because such statements may be an excerpt from any place. `version` is `None` if the version
/// is unknown.
///
/// ```
/// use ptx_isa::placement::{Place, fault};
///
/// assert!(fault("maxntid", Some(Place::Kernel), None).is_none());
/// let message = fault("maxntid", Some(Place::Body), None).unwrap();
/// assert_eq!(message.what, "directive `.maxntid` is in the wrong place");
/// let message = fault("register", None, None).unwrap();
/// assert_eq!(message.help.unwrap(), "write `.reg`");
/// ```
#[must_use]
pub fn fault(word: &str, place: Option<Place>, version: Option<Version>) -> Option<Message> {
    if ANYWHERE.contains(&word) {
        return None;
    }
    let Some((_, places)) = PLACES.iter().find(|row| row.0 == word) else {
        let is_here = |places: &[Place]| place.is_none_or(|place| places.contains(&place));
        let here = PLACES.iter().filter(|row| is_here(row.1)).map(|row| row.0);
        let known = || here.clone().chain(OTHERS.iter().copied());
        let is_prefix = |known: &&str| known.len() > 2 && word.starts_with(known);
        let message = Message::new(format!("unknown directive `.{word}`")).coded(Code::Directive);
        return Some(match nearest(word, known()).or_else(|| known().find(is_prefix)) {
            Some(near) => message.help(format!("write `.{near}`")),
            None => message,
        });
    };
    if place.is_none_or(|place| places.contains(&place)) {
        let is_here = |row: &&(&str, Version, &str)| row.0 == word && version > Some(row.1);
        return REMOVED.iter().find(is_here).map(|(_, last, successor)| {
            Message::new(format!("`.{word}` exists up to PTX ISA {last}"))
                .coded(Code::Directive)
                .help(format!("write `.{successor}`"))
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
