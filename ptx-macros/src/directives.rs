//! `.version`, `.target` and `.address_size`, and the dialect that they make.

use crate::diag::Error;
use crate::tokens::Cursor;
use proc_macro2::{Span, TokenTree};
use ptx_isa::{Dialect, Target, Version, directives};

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
                cursor.skip_value();
            } else if cursor.sees_literal(usize::from(cursor.sees(0, '.'))).is_some() {
                let message = format!("unexpected number behind `.{name}`");
                read.errors.push(Error::new(cursor.span(), message));
                cursor.skip_value();
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
            return Err(Error::new(literal.span(), directives::no_version(&literal.to_string())));
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
                option if directives::IGNORED.contains(&option) => Ok(()),
                word if !word.starts_with("sm_") => Err(directives::no_target(word)),
                _ if target.is_some() => Err(format!("`{text}` is a second target").into()),
                _ => match Target::from_word(&text) {
                    Some(known) => {
                        target = Some(known);
                        Ok(())
                    }
                    None => Err(directives::no_target(&text)),
                },
            };
            if let Err(message) = found {
                error.get_or_insert_with(|| Error::new(word.span(), message));
            }
            if cursor.eat(',').is_some() {
                continue;
            }
            let is_more = |word: &str| {
                directives::IGNORED.contains(&word) || Target::from_word(word).is_some()
            };
            match cursor.sees_ident(0).filter(|word| is_more(&word.to_string())) {
                Some(more) => {
                    let message = format!("missing `,` before `{more}`");
                    error.get_or_insert_with(|| Error::new(more.span(), message));
                }
                None => break,
            }
        }
        if let (Some(span), Some(known)) = (map, &mut target) {
            if known.allows_map() {
                known.map_f64_to_f32 = true;
            } else {
                error.get_or_insert_with(|| Error::new(span, directives::no_map(*known)));
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
        let error = version.value.zip(target.value).and_then(|(v, t)| directives::clash(v, t));
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
        let clash = dialect.version.zip(dialect.target).and_then(|(v, t)| directives::clash(v, t));
        if let (Some(at), Some(message)) = (blame, clash) {
            self.errors.push(Error::spanned(at, message));
            (dialect.version, dialect.target) = (None, None);
        }
        (dialect, self.errors)
    }
}

/// File and line of a directive.
fn place(at: &[TokenTree]) -> String {
    let span = at.first().map_or_else(Span::call_site, TokenTree::span);
    format!("{}:{}", span.file(), span.start().line)
}
