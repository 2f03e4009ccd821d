//! `.version`, `.target` and `.address_size`, and the dialect that they make.

use crate::diag::Error;
use crate::tokens::Cursor;
use proc_macro2::{Span, TokenTree};
use ptx_isa::{Dialect, Target, Version, nearest};

/// One directive: its value, `None` if it was faulty, and the words that set it.
struct Set<T> {
    value: Option<T>,
    at: Vec<TokenTree>,
}

/// The directives of one place: a call, or a dialect's definition.
#[derive(Default)]
pub(crate) struct Directives {
    version: Option<Set<Version>>,
    target: Option<Set<Target>>,
    address_size: bool,
    pub(crate) errors: Vec<Error>,
}

/// The architecture whose assembly language `sass!` speaks by default.
const SPA_5_0: u16 = 50;

const NAMES: &[&str] = &["version", "target", "address_size"];

impl Directives {
    /// Reads the directives at the beginning of the tokens.
    pub(crate) fn parse(cursor: &mut Cursor<'_>) -> Self {
        let mut read = Self::default();
        while cursor.sees(0, '.')
            && let Some(word) = cursor.sees_ident(1)
            && let Some(name) = NAMES.iter().find(|name| word == **name)
        {
            let start = cursor.clone();
            cursor.next();
            cursor.next();
            let head = start.up_to(cursor).to_vec();
            let (again, result) = match *name {
                "version" => (read.version.is_some(), read.version(cursor, &head)),
                "target" => (read.target.is_some(), read.target(cursor, &head)),
                _ => (read.address_size, read.address_size(cursor, &head)),
            };
            if again {
                read.errors.push(Error::spanned(&head, format!("`.{name}` stands there twice")));
            } else if let Err(error) = result {
                read.errors.push(error);
            }
            cursor.eat(';');
        }
        read.check();
        read
    }

    fn version(&mut self, cursor: &mut Cursor<'_>, head: &[TokenTree]) -> Result<(), Error> {
        let late = self.target.is_some();
        let literal = cursor.sees_literal(0);
        let value = literal.and_then(|text| Version::released(&text.to_string()));
        self.version = Some(Set { value, at: head.to_vec() });
        let Some(literal) = literal else {
            return Err(Error::spanned(head, "`.version` names a version of PTX: `.version 8.6`"));
        };
        cursor.next();
        if value.is_none() {
            return Err(Error::new(
                literal.span(),
                format!(
                    "there is no PTX ISA version {literal}\nnote: there are {}",
                    all_versions()
                ),
            ));
        }
        match late {
            true => Err(Error::spanned(head, "`.version` must come before `.target`")),
            false => Ok(()),
        }
    }

    fn target(&mut self, cursor: &mut Cursor<'_>, head: &[TokenTree]) -> Result<(), Error> {
        let mut at = head.to_vec();
        let mut target: Option<Target> = None;
        let mut map = None;
        let mut error = None;
        loop {
            let Some(word) = cursor.eat_ident() else {
                error.get_or_insert_with(|| {
                    Error::spanned(head, "`.target` names an architecture: `.target sm_90`")
                });
                break;
            };
            at.push(word.clone().into());
            let text = word.to_string();
            let found = match text.as_str() {
                "map_f64_to_f32" => {
                    map = Some(word.span());
                    Ok(())
                }
                "debug" | "texmode_unified" | "texmode_independent" => Ok(()),
                _ if !text.starts_with("sm_") => Err(unknown_word(&text)),
                _ if target.is_some() => Err(format!("`{text}` is a second target")),
                _ => match Target::from_word(&text) {
                    Some(known) => {
                        target = Some(known);
                        Ok(())
                    }
                    None => Err(unknown_target(&text)),
                },
            };
            if let Err(message) = found {
                error.get_or_insert_with(|| Error::new(word.span(), message));
            }
            if cursor.eat(',').is_none() {
                break;
            }
        }
        if let (Some(span), Some(known)) = (map, &mut target) {
            if known.allows_map() {
                known.map_f64_to_f32 = true;
            } else {
                error.get_or_insert_with(|| {
                    Error::new(
                        span,
                        format!(
                            "`map_f64_to_f32` does not go with {known}\nnote: it is for the targets \
                             without `.f64`: sm_10, sm_11 and sm_12"
                        ),
                    )
                });
            }
        }
        if target.is_none() {
            error.get_or_insert_with(|| {
                Error::spanned(&at, "`.target` names an architecture: `.target sm_90`")
            });
        }
        let value = target.filter(|_| error.is_none());
        self.target = Some(Set { value, at });
        error.map_or(Ok(()), Err)
    }

    fn address_size(&mut self, cursor: &mut Cursor<'_>, head: &[TokenTree]) -> Result<(), Error> {
        self.address_size = true;
        let Some(literal) = cursor.sees_literal(0) else {
            return Err(Error::spanned(head, "`.address_size` is 32 or 64"));
        };
        cursor.next();
        match literal.to_string().as_str() {
            "32" | "64" => Ok(()),
            _ => Err(Error::new(literal.span(), "`.address_size` is 32 or 64")),
        }
    }

    /// A version must know the target that is written beside it.
    fn check(&mut self) {
        let (Some(version), Some(target)) = (&self.version, &self.target) else { return };
        let error = version.value.zip(target.value).and_then(|(v, t)| unknown_to(v, t));
        if let Some(message) = error {
            self.errors.push(Error::spanned(&target.at, message));
            self.target = Some(Set { value: None, at: Vec::new() });
        }
    }

    /// The dialect of `sass!`, which takes a target and nothing else.
    pub(crate) fn of_sass(mut self) -> (Dialect, Vec<Error>) {
        if let Some(set) = self.version.take() {
            let message =
                "`.version` is of PTX\nhelp: machine code has a target alone: `.target sm_50`";
            self.errors.push(Error::spanned(&set.at, message));
        }
        if let Some(set) = &self.target
            && set.value.is_some_and(|target| target.map_f64_to_f32)
        {
            let message = "`map_f64_to_f32` is of PTX\nnote: a machine instruction is what it is";
            self.errors.push(Error::spanned(&set.at, message));
        }
        let unset = self.target.is_none();
        let (mut dialect, errors) = self.over(&Self::default(), "");
        if unset {
            dialect.target = Some(Target::sm(SPA_5_0));
        }
        (dialect, errors)
    }

    /// These directives in the place of those of `base`, one by one; then what is left to say.
    pub(crate) fn over(mut self, base: &Self, name: &str) -> (Dialect, Vec<Error>) {
        let mut dialect = Dialect::default();
        let own = |at: &[TokenTree]| format!("at {}", place(at));
        let inherited = |at: &[TokenTree]| format!("by the dialect `{name}` at {}", place(at));
        if let Some(set) = &self.version {
            (dialect.version, dialect.version_set) = (set.value, own(&set.at));
        } else if let Some(set) = &base.version {
            (dialect.version, dialect.version_set) = (set.value, inherited(&set.at));
        }
        if let Some(set) = &self.target {
            (dialect.target, dialect.target_set) = (set.value, own(&set.at));
        } else if let Some(set) = &base.target {
            (dialect.target, dialect.target_set) = (set.value, inherited(&set.at));
        }
        // One directive here, the other one in the dialect: the one here is at fault.
        let blame = match (&self.version, &self.target) {
            (Some(set), None) if base.target.is_some() => Some(&set.at),
            (None, Some(set)) if base.version.is_some() => Some(&set.at),
            _ => None,
        };
        let clash = dialect.version.zip(dialect.target).and_then(|(v, t)| unknown_to(v, t));
        if let (Some(at), Some(message)) = (blame, clash) {
            self.errors.push(Error::spanned(at, message));
            (dialect.version, dialect.target) = (None, None);
        }
        (dialect, self.errors)
    }
}

/// `1.0` to `1.5`, `2.0` to …
fn all_versions() -> String {
    let all: Vec<_> = Version::all().collect();
    all.chunk_by(|a, b| a.major == b.major)
        .filter_map(|run| Some(format!("{} to {}", run.first()?, run.last()?)))
        .collect::<Vec<_>>()
        .join(", ")
}

const OPTIONS: &[&str] = &["map_f64_to_f32", "debug", "texmode_unified", "texmode_independent"];

fn unknown_word(text: &str) -> String {
    let help = nearest(text, OPTIONS.iter().copied())
        .map_or(String::new(), |near| format!("\nhelp: did you mean `{near}`?"));
    format!(
        "`{text}` is no target\nnote: a target is an architecture such as `sm_90`, then perhaps `{}`{help}",
        OPTIONS.join("`, `")
    )
}

fn unknown_target(text: &str) -> String {
    let all: Vec<_> = Target::all().map(|t| t.to_string()).collect();
    let near = nearest(text, all.iter().map(String::as_str));
    let help = near.map_or(String::new(), |t| format!("\nhelp: did you mean {t}?"));
    format!("there is no target `{text}`{help}")
}

/// Why a version does not know a target, if so.
fn unknown_to(version: Version, target: Target) -> Option<String> {
    let bare = Target { map_f64_to_f32: false, ..target };
    match target.versions() {
        (since, _) if version < since => Some(format!(
            "PTX ISA {version} does not know {bare}\nnote: {bare} came with PTX ISA {since}\nhelp: \
             write `.version {since}`, or a target of {version}"
        )),
        (_, Some(last)) if version > last => Some(format!(
            "PTX ISA {version} does not know {bare}\nnote: {bare} was renamed after PTX ISA {last}\n\
             help: write `sm_{}`",
            RENAMED.iter().find(|pair| pair.0 == target.sm).map_or(target.sm, |pair| pair.1)
        )),
        _ => None,
    }
}

/// Architectures that got another number.
const RENAMED: &[(u16, u16)] = &[(101, 110)];

/// File and line of a directive.
fn place(at: &[TokenTree]) -> String {
    let span = at.first().map_or_else(Span::call_site, TokenTree::span);
    format!("{}:{}", span.file(), span.start().line)
}
