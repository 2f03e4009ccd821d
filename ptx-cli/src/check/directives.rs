//! `.version` and `.target` of a text, or what stands for them.

use super::{Defaults, Diagnostic};
use crate::text::items::Word;
use crate::text::{Source, Span};
use ptx_isa::literal::{self, Literal};
use ptx_isa::{Dialect, Target, Version, directives};

/// What the directives read so far say.
pub(super) struct Directives {
    pub(super) dialect: Dialect,
    has_version: bool,
    has_target: bool,
    has_address_size: bool,
    /// Whether a declaration, a function or an instruction came already.
    has_begun: bool,
}

/// The first version that has `.address_size`.
const FIRST_WITH_ADDRESS_SIZE: Version = Version::new("2.3");

impl Directives {
    pub(super) fn new(defaults: &Defaults) -> Self {
        let dialect = defaults.dialect();
        Self {
            dialect,
            has_version: false,
            has_target: false,
            has_address_size: false,
            has_begun: false,
        }
    }

    /// What comes now is no directive of the module: those come first.
    pub(super) fn begin(&mut self) {
        self.has_begun = true;
    }

    /// Whether a directive of the module comes too late.
    fn late(&self, name: &str, span: &Span) -> Option<Diagnostic> {
        let message = format!("`.{name}` must come before everything that it holds for");
        self.has_begun.then(|| Diagnostic::error(span.clone(), message))
    }

    pub(super) fn version(
        &mut self,
        source: &Source,
        span: Span,
        number: Option<Word<'_>>,
    ) -> Option<Diagnostic> {
        self.dialect.version = None;
        self.dialect.version_set = set_at(source, &span);
        if std::mem::replace(&mut self.has_version, true) {
            return Some(Diagnostic::error(span, "`.version` stands there twice"));
        }
        let Some(number) = number else {
            let message = "`.version` names a version of PTX: `.version 8.6`";
            return Some(Diagnostic::error(span, message));
        };
        let Some(version) = Version::released(number.text) else {
            return Some(Diagnostic::error(number.span, directives::no_version(number.text)));
        };
        self.dialect.version = Some(version);
        let next = [("target", self.has_target), ("address_size", self.has_address_size)];
        match next.iter().find(|(_, is_there)| *is_there) {
            Some((next, _)) => {
                Some(Diagnostic::error(span, format!("`.version` must come before `.{next}`")))
            }
            None => self.late("version", &span),
        }
    }

    /// `.address_size` changes nothing that is checked here.
    pub(super) fn address_size(
        &mut self,
        span: Span,
        number: Option<Word<'_>>,
    ) -> Option<Diagnostic> {
        let error = |span: Span, message: &str| Some(Diagnostic::error(span, message));
        if std::mem::replace(&mut self.has_address_size, true) {
            return error(span, "`.address_size` stands there twice");
        }
        let Some(number) = number else {
            return error(span, "`.address_size` is followed by 32 or 64");
        };
        if !matches!(literal::parse(number.text), Ok(Literal::Integer(32 | 64))) {
            let message = format!("there is no address size {}", number.text);
            let said = Diagnostic::error(number.span, message);
            return Some(said.help("write `.address_size 64`, or 32"));
        }
        if let Some(version) = self.dialect.version.filter(|v| *v < FIRST_WITH_ADDRESS_SIZE) {
            let message =
                format!("`.address_size` needs PTX ISA {FIRST_WITH_ADDRESS_SIZE} or later");
            let set = format!("`.version {version}` is set {}", self.dialect.version_set);
            return Some(Diagnostic::error(span, message).note(set));
        }
        self.late("address_size", &span)
    }

    /// There may be several `.target`; the last one holds.
    pub(super) fn target(
        &mut self,
        source: &Source,
        span: Span,
        words: &[Word<'_>],
    ) -> Option<Diagnostic> {
        self.has_target = true;
        self.dialect.target = None;
        self.dialect.target_set = set_at(source, &span);
        let late = self.late("target", &span);
        let before_size = "`.target` must come before `.address_size`";
        let after_size =
            self.has_address_size.then(|| Diagnostic::error(span.clone(), before_size));
        match read(span, words) {
            Err(said) => Some(said),
            Ok((at, target)) => {
                let clash = self.dialect.version.and_then(|v| directives::clash(v, target));
                if let Some(text) = clash.filter(|_| self.has_version) {
                    return Some(Diagnostic::error(at, text));
                }
                self.dialect.target = Some(target);
                late.or(after_size)
            }
        }
    }
}

/// The target that the words name, and where.
fn read(span: Span, words: &[Word<'_>]) -> Result<(Span, Target), Diagnostic> {
    let mut found: Option<(Span, Target)> = None;
    let mut map = None;
    let mut texture: Option<&Word<'_>> = None;
    for word in words {
        match word.text {
            text if text.starts_with("texmode_") && texture.is_some_and(|t| t.text != text) => {
                let message = format!("`{text}` contradicts `{}`", texture.map_or("", |t| t.text));
                return Err(Diagnostic::error(word.span.clone(), message));
            }
            text if text.starts_with("texmode_") && directives::IGNORED.contains(&text) => {
                texture = Some(word);
            }
            directives::MAP => map = Some(word.span.clone()),
            text if directives::IGNORED.contains(&text) => {}
            text => match Target::from_word(text) {
                Some(_) if found.is_some() => {
                    let message = format!("`{text}` is a second target");
                    return Err(Diagnostic::error(word.span.clone(), message));
                }
                Some(target) => found = Some((word.span.clone(), target)),
                None => {
                    let text = directives::no_target(text);
                    return Err(Diagnostic::error(word.span.clone(), text));
                }
            },
        }
    }
    match (found, map) {
        (None, _) => {
            Err(Diagnostic::error(span, "`.target` names an architecture: `.target sm_90`"))
        }
        (Some((_, target)), Some(map)) if !target.allows_map() => {
            Err(Diagnostic::error(map, directives::no_map(target)))
        }
        (Some((at, _)), _) if words[0].span != at => {
            let message = format!("`{}` stands before the architecture", words[0].text);
            let said = Diagnostic::error(words[0].span.clone(), message);
            Err(said.help("the options of `.target` follow it: `.target sm_90, debug`"))
        }
        (Some((at, target)), map) => Ok((at, Target { map_f64_to_f32: map.is_some(), ..target })),
    }
}

fn set_at(source: &Source, span: &Span) -> String {
    format!("at {}:{}", source.name, source.place(span.start).line)
}
