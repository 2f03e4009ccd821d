//! `.version` and `.target` of a text, or what stands for them.

use super::{Defaults, Diagnostic};
use crate::text::walk::Word;
use crate::text::{Source, Span};
use ptx_isa::{Dialect, Target, Version, directives};

/// What the directives read so far say.
pub(super) struct Directives {
    pub(super) dialect: Dialect,
    has_version: bool,
    has_target: bool,
}

impl Directives {
    pub(super) fn new(defaults: &Defaults) -> Self {
        let dialect = defaults.dialect();
        Self { dialect, has_version: false, has_target: false }
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
            return Some(Diagnostic::from_lines(number.span, &directives::no_version(number.text)));
        };
        self.dialect.version = Some(version);
        match self.has_target {
            true => Some(Diagnostic::error(span, "`.version` must come before `.target`")),
            false => None,
        }
    }

    /// A module may have several `.target`; each holds from where it stands.
    pub(super) fn target(
        &mut self,
        source: &Source,
        span: Span,
        words: &[Word<'_>],
    ) -> Option<Diagnostic> {
        self.has_target = true;
        self.dialect.target = None;
        self.dialect.target_set = set_at(source, &span);
        match read(span, words) {
            Err(said) => Some(said),
            Ok((at, target)) => {
                let clash = self.dialect.version.and_then(|v| directives::clash(v, target));
                if let Some(text) = clash.filter(|_| self.has_version) {
                    return Some(Diagnostic::from_lines(at, &text));
                }
                self.dialect.target = Some(target);
                None
            }
        }
    }
}

/// The target that the words name, and where.
fn read(span: Span, words: &[Word<'_>]) -> Result<(Span, Target), Diagnostic> {
    let mut found: Option<(Span, Target)> = None;
    let mut map = None;
    for word in words {
        match word.text {
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
                    return Err(Diagnostic::from_lines(word.span.clone(), &text));
                }
            },
        }
    }
    match (found, map) {
        (None, _) => {
            Err(Diagnostic::error(span, "`.target` names an architecture: `.target sm_90`"))
        }
        (Some((_, target)), Some(map)) if !target.allows_map() => {
            Err(Diagnostic::from_lines(map, &directives::no_map(target)))
        }
        (Some((at, target)), map) => Ok((at, Target { map_f64_to_f32: map.is_some(), ..target })),
    }
}

fn set_at(source: &Source, span: &Span) -> String {
    format!("at {}:{}", source.name, source.place(span.start).line)
}
