//! Checks module directives, and keeps track of the version and the target.

use super::Finding;
use ptx_isa::directives::{self, Directive, Seen};
use ptx_isa::{Dialect, Message, Target, Version};
use ptx_text::{Module, Source, Span, Word};

/// The state after all directives before the current position.
pub(super) struct Directives {
    pub(super) dialect: Dialect,
    seen: Seen,
    /// Whether a declaration, a function or an instruction precedes the current position.
    has_begun: bool,
    /// Whether the text has a `.target` directive, or has functions, which require this directive.
    has_target: bool,
    /// Whether `.target` selects the unified mode of textures, which has no samplers.
    pub(super) is_unified: bool,
    /// The fault of a version that does not support the default target. This fault is reported only if no other
    /// directive is faulty.
    pub(super) by_default: Option<Finding>,
}

impl Directives {
    pub(super) fn new(dialect: Dialect, module: &Module<'_>) -> Self {
        let has_target = module.directives().any(|one| one.name.text == Directive::Target.word())
            || module.functions().next().is_some();
        let (seen, has_begun, is_unified, by_default) = (Seen::default(), false, false, None);
        Self { dialect, seen, has_begun, has_target, is_unified, by_default }
    }

    /// If the text has no `.target`, checks that the version supports the default target. If the version does not
    /// support this target, sets the target to unknown and returns the fault. `setting` tells the user how to set a
    /// target.
    pub(super) fn check_default(&mut self, setting: &str) -> Option<Message> {
        if self.has_target {
            return None;
        }
        let (version, target) = self.dialect.version.zip(self.dialect.target)?;
        let message = match target {
            Target::DEFAULT => directives::without_target(version, setting),
            target => directives::clash(version, target),
        };
        message.inspect(|_| self.dialect.target = None)
    }

    /// Marks the start of the module's content. Later module directives are faults.
    pub(super) fn begin(&mut self) {
        self.has_begun = true;
    }

    /// Checks that a module directive is allowed at this point.
    fn place(&mut self, directive: Directive) -> Result<(), Message> {
        self.seen.add(directive)?;
        if self.has_begun { Err(directive.too_late()) } else { Ok(()) }
    }

    /// Checks a `.version` directive, and sets the version. Returns the fault, if any.
    pub(super) fn version(
        &mut self,
        source: &Source,
        span: Span,
        number: Option<&Word<'_>>,
    ) -> Option<Finding> {
        let is_second = self.seen.has(Directive::Version);
        let place = self.place(Directive::Version);
        self.dialect.version = None;
        self.dialect.version_set = set_at(source, &span);
        if is_second {
            return Some(Finding::error(span, Directive::Version.duplicate()));
        }
        let Some(number) = number else {
            return Some(Finding::error(span, Directive::Version.no_value()));
        };
        let Some(version) = Version::released(number.text) else {
            let message = directives::no_version(number.text);
            return Some(Finding::error(number.span.clone(), message));
        };
        self.dialect.version = Some(version);
        let clash = self.check_default(".target");
        self.by_default = clash.map(|message| Finding::error(span.clone(), message));
        place.err().map(|message| Finding::error(span, message))
    }

    /// Checks `.address_size`, which has no effect on other checks.
    pub(super) fn address_size(
        &mut self,
        span: Span,
        number: Option<&Word<'_>>,
    ) -> Option<Finding> {
        let is_second = self.seen.has(Directive::AddressSize);
        let place = self.place(Directive::AddressSize);
        if is_second {
            return Some(Finding::error(span, Directive::AddressSize.duplicate()));
        }
        let Some(number) = number else {
            return Some(Finding::error(span, Directive::AddressSize.no_value()));
        };
        if let Err(message) = directives::address_size(number.text, self.dialect.target) {
            return Some(Finding::error(number.span.clone(), message));
        }
        let absent = self.dialect.no_address_size();
        absent.or(place.err()).map(|message| Finding::error(span, message))
    }

    /// Checks a `.target` directive, and sets the target. Each `.target` in a text replaces the previous target.
    pub(super) fn target(
        &mut self,
        source: &Source,
        span: Span,
        words: &[Word<'_>],
    ) -> Option<Finding> {
        let place = self.place(Directive::Target);
        self.dialect.target = None;
        self.dialect.target_set = set_at(source, &span);
        let texts: Vec<_> = words.iter().map(|word| word.text).collect();
        let target = match directives::target(&texts) {
            Ok(target) => target,
            Err((i, message)) => {
                let at = i.map_or(span, |i| words[i].span.clone());
                return Some(Finding::error(at, message));
            }
        };
        let clash = self.dialect.version.and_then(|v| directives::clash(v, target));
        if let Some(message) = clash.filter(|_| self.seen.has(Directive::Version)) {
            return Some(Finding::error(words[0].span.clone(), message));
        }
        self.dialect.target = Some(target);
        self.is_unified = !texts.contains(&"texmode_independent");
        place.err().map(|message| Finding::error(span, message))
    }
}

fn set_at(source: &Source, span: &Span) -> String {
    format!("at {}:{}", source.name, source.place(span.start).line)
}
