//! Checks directives, and keeps track of the version and the target.

use super::{Checker, Finding, Level};
use crate::resolve::header_faults;
use crate::syntax::{Directive, DirectiveName, Source, Span, Tree, Word};
use ptx_isa::directives::{self, Directive as Required, Seen};
use ptx_isa::placement::{self, Site};
use ptx_isa::{Code, Dialect, Message, Target, Version, pragma};

/// The state after all directives before the current position.
pub(super) struct Directives {
    pub(super) dialect: Dialect,
    seen: Seen,
    /// Whether a declaration, a function or an instruction precedes the current position.
    has_begun: bool,
    /// Whether the text has a `.target` directive, or has functions, which require this directive.
    pub(super) has_target: bool,
    /// Whether `.target` selects the unified mode of textures, which has no samplers.
    pub(super) is_unified: bool,
    /// The fault of a version that does not support the default target. This fault is reported only if no other
    /// directive is faulty.
    pub(super) by_default: Option<Finding>,
}

impl Directives {
    pub(super) fn new(dialect: Dialect, module: &Tree<'_>) -> Self {
        let has_target = module.directives().any(|one| one.is(DirectiveName::Target))
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
    fn place(&mut self, directive: Required) -> Result<(), Message> {
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
        let is_second = self.seen.has(Required::Version);
        let place = self.place(Required::Version);
        self.dialect.version = None;
        self.dialect.version_set = set_at(source, &span);
        if is_second {
            return Some(Finding::error(span, Required::Version.duplicate()));
        }
        let Some(number) = number else {
            return Some(Finding::error(span, Required::Version.no_value()));
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
        let is_second = self.seen.has(Required::AddressSize);
        let place = self.place(Required::AddressSize);
        if is_second {
            return Some(Finding::error(span, Required::AddressSize.duplicate()));
        }
        let Some(number) = number else {
            return Some(Finding::error(span, Required::AddressSize.no_value()));
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
        let place = self.place(Required::Target);
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
        if let Some(message) = clash.filter(|_| self.seen.has(Required::Version)) {
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

impl<'a> Checker<'a> {
    /// Checks the directives of a header. An unknown word may end the header too early, so reports only the first fault.
    pub(super) fn check_header(&mut self, directives: &[Directive<'a>]) {
        let count = self.findings.len();
        let words: Vec<_> = directives.iter().map(|one| one.name.text).collect();
        for (i, directive) in directives.iter().enumerate() {
            self.check_place(directive);
            if self.findings.len() == count
                && let Some(message) = placement::conflict(&words, i)
            {
                self.findings.push(Finding::error(directive.name.span.clone(), message));
            }
            if self.findings.len() > count {
                return;
            }
        }
    }

    /// Reports that the version of `--ptx-version` does not support the default target.
    pub(super) fn check_default_target(&mut self, module: &Tree<'a>) {
        let has_version = module.directives().any(|one| one.is(DirectiveName::Version));
        let fault = match has_version {
            true => None,
            false => self.directives.check_default("--target"),
        };
        if let Some(message) = fault {
            self.findings.push(Finding::error(0..0, message));
            self.resolver.set_dialect(self.directives.dialect.clone());
        }
    }

    /// If a module with functions has no `.version` or `.target`, reports the missing directive at the first function.
    pub(super) fn check_required(&mut self, module: &Tree<'a>) {
        let Some(function) = module.functions().next() else { return };
        let has = |one: &Required| module.directives().any(|found| found.name.text == one.word());
        let required = [Required::Version, Required::Target];
        if let Some(missing) = required.into_iter().find(|one| !has(one)) {
            let at = function.span.start..function.name.span.end.max(function.span.start);
            self.findings.push(Finding::error(at, missing.missing()).coded(Code::Directive));
        }
    }

    /// Checks a directive. `label` is the label before the directive.
    pub(super) fn check_directive(&mut self, directive: &'a Directive<'a>, label: Option<usize>) {
        use DirectiveName::{
            AddressSize, BranchTargets, CallPrototype, CallTargets, Loc, Target, Version,
        };

        let (name, words) = (&directive.name, &directive.arguments);
        let known = directive.known();
        let at = name.span.clone();
        if let (Some(Version | AddressSize), Some(second)) = (known, words.get(1)) {
            let message = format!("`.{}` has one number, found `{}`", name.text, second.text);
            let finding = Finding::error(second.span.clone(), message);
            self.findings.push(finding.coded(Code::Directive));
        }
        let finding = match known {
            Some(Version) => self.directives.version(self.source, at, words.first()),
            Some(Target) => self.directives.target(self.source, at, words),
            Some(AddressSize) => {
                if words.first().is_some_and(|word| word.text == "64") {
                    self.resolver.set_wide_addresses();
                }
                self.directives.address_size(at, words.first())
            }
            Some(BranchTargets) => {
                let ids = words.iter().filter_map(|word| self.resolver.find(word.text));
                let ids = ids.map(|found| found.id).collect();
                self.carries.list(label.unwrap_or_default(), ids);
                return self.check_labelled(directive, label);
            }
            Some(CallTargets | CallPrototype) => return self.check_labelled(directive, label),
            _ => {
                self.directives.begin();
                self.check_place(directive);
                if known == Some(Loc) && !self.is_excerpt {
                    let fault = self.debug.location(directive);
                    self.findings.extend(fault);
                }
                return;
            }
        };
        self.is_head_faulty |= finding.as_ref().is_some_and(|one| one.level == Level::Error);
        self.findings.extend(finding.map(|finding| finding.coded(Code::Directive)));
        if matches!(known, Some(Version | Target)) {
            self.resolver.set_dialect(self.directives.dialect.clone());
        }
    }

    /// Checks a directive of a function body that needs a label before it, and the names or the prototype in it.
    fn check_labelled(&mut self, directive: &'a Directive<'a>, label: Option<usize>) {
        let count = self.findings.len();
        self.check_place(directive);
        if self.place != Some(Site::Body) || self.findings.len() > count {
            return;
        }
        if label.is_none() {
            let name = directive.name.text;
            let message = Message::new(format!("missing label before `.{name}`"));
            let message =
                message.help(format!("write `L: .{name} …`, and name `L` in the instruction"));
            let finding = Finding::error(directive.name.span.clone(), message);
            return self.findings.push(finding.coded(Code::Directive));
        }
        let mut faults = Vec::new();
        if !self.is_excerpt {
            faults.extend(match directive.known() {
                Some(DirectiveName::BranchTargets) => {
                    self.resolver.resolve_targets(directive).err()
                }
                Some(DirectiveName::CallTargets) => {
                    self.resolver.resolve_functions(directive).err()
                }
                _ => None,
            });
        }
        if let Some(prototype) = &directive.prototype {
            faults.extend(header_faults(prototype, &self.directives.dialect));
            self.place = Some(Site::Function);
            self.check_header(&prototype.directives);
            self.place = Some(Site::Body);
        }
        let faults = faults.into_iter().map(|fault| fault.coded(Code::Directive));
        self.findings.extend(faults.map(Finding::from));
    }

    /// Reports an attribute of a variable that the version or the target does not have.
    pub(super) fn check_attributes(&mut self, attributes: &[Word<'a>]) {
        for word in attributes {
            let dialect = &self.directives.dialect;
            let fault = placement::arguments("attribute", &[word.text], dialect);
            let finding = fault.map(|(_, message)| Finding::error(word.span.clone(), message));
            self.findings.extend(finding);
        }
    }

    /// Reports a directive that is unknown, in a wrong place, or has wrong arguments.
    fn check_place(&mut self, directive: &Directive<'_>) {
        let Directive { name, arguments, .. } = directive;
        let dialect = &self.directives.dialect;
        let message = placement::fault(name.text, self.place, dialect.version);
        let fault = message.map(|message| (None, message)).or_else(|| {
            let words: Vec<_> = arguments.iter().map(|word| word.text).collect();
            placement::arguments(name.text, &words, dialect)
        });
        let fault = fault.or_else(|| {
            let mut texts =
                arguments.iter().enumerate().filter(|_| directive.is(DirectiveName::Pragma));
            texts.find_map(|(i, word)| {
                Some((Some(i), pragma::fault(word.text, self.place, dialect)?))
            })
        });
        self.findings.extend(fault.map(|(i, message)| {
            let word = i.map_or(name, |i| &arguments[i]);
            Finding::error(word.span.clone(), message)
        }));
    }
}
