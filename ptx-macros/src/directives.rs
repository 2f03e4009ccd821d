//! Parses `.version`, `.target` and `.address_size`, and builds a dialect from them.

use crate::build;
use crate::diag::Error;
use crate::tokens::Cursor;
use proc_macro2::{Ident, Span, TokenTree};
use ptx_isa::directives::{self, Directive, IGNORED, MAP, Seen};
use ptx_isa::{Dialect, Settings, Target, Version};

/// A parsed directive: its value (`None` if it is faulty) and its tokens.
struct Set<T> {
    value: Option<T>,
    at: Vec<TokenTree>,
}

/// The directives of a macro call or of a dialect's definition.
#[derive(Default)]
pub(crate) struct Directives {
    version: Option<Set<Version>>,
    target: Option<Set<Target>>,
    address_size: bool,
    pub(crate) errors: Vec<Error>,
}

/// The architecture of a `sass!` call without `.target`: sm_50.
const SPA_5_0: u16 = 50;

impl Directives {
    /// Parses the directives at the start of a macro call.
    pub(crate) fn parse(cursor: &mut Cursor<'_>) -> Self {
        let mut read = Self::default();
        let mut seen = Seen::default();
        while cursor.sees(0, '.')
            && let Some(word) = cursor.sees_ident(1)
            && let Some(directive) = Directive::from_word(&word.to_string())
        {
            let start = cursor.clone();
            cursor.next();
            cursor.next();
            let head = start.up_to(cursor).to_vec();
            // Macros ignore `.address_size`, so it may precede the other directives.
            let is_ignored = directive == Directive::AddressSize;
            let is_there = if is_ignored { read.address_size } else { seen.has(directive) };
            let result = if is_there {
                cursor.skip_value();
                Err(Error::spanned(&head, directive.duplicate()))
            } else {
                let order = if is_ignored { Ok(()) } else { seen.add(directive) };
                let order = order.map_err(|message| Error::spanned(&head, message));
                let value = read.value(directive, cursor, &head);
                value.and(order).and_then(|()| end(directive, cursor))
            };
            if let Err(error) = result {
                read.errors.push(error);
                cursor.skip_value();
            }
            cursor.eat(';');
        }
        read.check();
        read
    }

    fn value(
        &mut self,
        directive: Directive,
        cursor: &mut Cursor<'_>,
        head: &[TokenTree],
    ) -> Result<(), Error> {
        match directive {
            Directive::Version => self.version(cursor, head),
            Directive::Target => self.target(cursor, head),
            Directive::AddressSize => self.address_size(cursor, head),
        }
    }

    fn version(&mut self, cursor: &mut Cursor<'_>, head: &[TokenTree]) -> Result<(), Error> {
        let literal = cursor.sees_literal(0);
        let value = literal.and_then(|text| Version::released(&text.to_string()));
        self.version = Some(Set { value, at: head.to_vec() });
        let Some(literal) = literal else {
            return Err(Error::spanned(head, Directive::Version.no_value()));
        };
        cursor.next();
        match value {
            Some(_) => Ok(()),
            None => Err(Error::new(literal.span(), directives::no_version(&literal.to_string()))),
        }
    }

    fn target(&mut self, cursor: &mut Cursor<'_>, head: &[TokenTree]) -> Result<(), Error> {
        let mut words: Vec<&Ident> = Vec::new();
        let mut missing = None;
        while let Some(word) = cursor.eat_ident() {
            words.push(word);
            if cursor.eat(',').is_some() {
                if cursor.sees_ident(0).is_none() {
                    missing = Some(Error::new(cursor.span(), "expected an option after `,`"));
                }
                continue;
            }
            let is_more = |word: &str| {
                IGNORED.contains(&word) || word == MAP || Target::from_word(word).is_some()
            };
            match cursor.sees_ident(0).filter(|word| is_more(&word.to_string())) {
                Some(more) => {
                    let message = directives::missing_comma(&more.to_string());
                    missing.get_or_insert_with(|| Error::new(more.span(), message));
                }
                None => break,
            }
        }
        let texts: Vec<String> = words.iter().map(ToString::to_string).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let target = directives::target(&texts).map_err(|(i, message)| match i {
            Some(i) => Error::new(words[i].span(), message),
            None => Error::spanned(head, message),
        });
        let target = missing.map_or(target, Err);
        let words = words.into_iter().cloned().map(TokenTree::from);
        let at = head.iter().cloned().chain(words).collect();
        self.target = Some(Set { value: target.as_ref().ok().copied(), at });
        target.map(drop)
    }

    fn address_size(&mut self, cursor: &mut Cursor<'_>, head: &[TokenTree]) -> Result<(), Error> {
        self.address_size = true;
        let Some(literal) = cursor.sees_literal(0) else {
            return Err(Error::spanned(head, Directive::AddressSize.no_value()));
        };
        cursor.next();
        directives::address_size(&literal.to_string(), None)
            .map_err(|message| Error::new(literal.span(), message))
    }

    /// Reports a target that the version does not support.
    fn check(&mut self) {
        let (Some(version), Some(target)) = (&self.version, &self.target) else { return };
        let error = version.value.zip(target.value).and_then(|(v, t)| directives::clash(v, t));
        if let Some(message) = error {
            self.errors.push(Error::spanned(&target.at, message));
            self.target = Some(Set { value: None, at: Vec::new() });
        }
    }

    /// Returns the dialect for a `sass!` call, and the errors. `sass!` accepts `.target` only.
    pub(crate) fn of_sass(mut self) -> (Dialect, Vec<Error>) {
        if let Some(set) = self.version.take() {
            let error = Error::spanned(&set.at, "`.version` is not supported in `sass!`");
            self.errors.push(error.help("on the machine only the target matters: `.target sm_50`"));
        }
        if let Some(set) = &self.target
            && set.value.is_some_and(|target| target.map_f64_to_f32)
        {
            let error = Error::spanned(&set.at, "`map_f64_to_f32` is not supported in `sass!`");
            self.errors.push(error.note("it changes the meaning of PTX, not of machine code"));
        }
        let unset = self.target.is_none();
        let (mut dialect, errors) = self.over(&Self::default(), "", Dialect::default());
        if unset {
            dialect.target = Some(Target::sm(SPA_5_0));
        }
        (dialect, errors)
    }

    /// Returns the dialect of these directives, and the errors. If a directive is missing, uses the setting of `base`,
    /// or else of `default`.
    pub(crate) fn over(
        mut self,
        base: &Self,
        name: &str,
        default: Dialect,
    ) -> (Dialect, Vec<Error>) {
        let mut dialect = default;
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
        // If one of two conflicting directives is from `base`, report the directive in this call.
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

impl Directives {
    /// If neither these directives nor `base` set a target, checks that the version supports the default target. If the
    /// version does not, clears the target of `dialect` and returns an error. Returns no error if the directives or
    /// `base` have an error already.
    pub(crate) fn check_default(&self, base: &Self, dialect: &mut Dialect) -> Option<Error> {
        let set = self.version.as_ref().or(base.version.as_ref())?;
        if self.target.is_some() || base.target.is_some() {
            return None;
        }
        let message = directives::without_target(set.value?, ".target")?;
        dialect.target = None;
        let is_only_fault = self.errors.is_empty() && base.errors.is_empty();
        is_only_fault.then(|| Error::spanned(&set.at, message))
    }

    /// Returns the version and target that the directives set.
    pub(crate) fn values(&self) -> (Option<Version>, Option<Target>) {
        let version = self.version.as_ref().and_then(|set| set.value);
        (version, self.target.as_ref().and_then(|set| set.value))
    }

    /// Returns the dialect on nvptx64, and the errors. Reports directives that exceed the version
    /// or target of the build.
    pub(crate) fn on_device(
        self,
        base: &Self,
        name: &str,
        build: Dialect,
    ) -> (Dialect, Vec<Error>) {
        let mut excess = Vec::new();
        for written in [&self, base] {
            if let Some(set) = &written.version {
                let message = set.value.and_then(|version| build::excess_version(version, &build));
                excess.extend(message.map(|message| Error::spanned(&set.at, message)));
            }
            if let Some(set) = &written.target {
                let message = set.value.and_then(|target| build::excess_target(target, &build));
                excess.extend(message.map(|message| Error::spanned(&set.at, message)));
            }
        }
        let is_written = [&self, base].iter().any(|one| one.values() != (None, None));
        let (mut dialect, mut errors) = self.over(base, name, build);
        errors.extend(excess);
        if is_written {
            dialect.settings = Settings::Directives;
        }
        let clash = dialect.version.zip(dialect.target).and_then(|(v, t)| directives::clash(v, t));
        // If the version does not support the build's target, check the code for the newest target that the version
        // supports.
        if let (Some(version), Some(target), Some(_)) = (dialect.version, dialect.target, clash) {
            dialect.target = build::newest_target(version, target);
        }
        (dialect, errors)
    }
}

/// Reports a number after the value of a directive.
fn end(directive: Directive, cursor: &Cursor<'_>) -> Result<(), Error> {
    match cursor.sees_literal(usize::from(cursor.sees(0, '.'))) {
        Some(_) => {
            let message = format!("unexpected number after `.{}`", directive.word());
            Err(Error::new(cursor.span(), message))
        }
        None => Ok(()),
    }
}

/// Returns the file and the line of a directive.
fn place(at: &[TokenTree]) -> String {
    let span = at.first().map_or_else(Span::call_site, TokenTree::span);
    format!("{}:{}", span.file(), span.start().line)
}
