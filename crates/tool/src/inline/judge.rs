//! Checks statements of inline assembly by the rules of PTX for one target or several.

use super::constraints;
use super::language::Language;
use super::notes::Context;
use super::ptx::is_ptx;
use super::resolve::{Resolved, resolve};
use super::statement::{Found, Reason, Statement};
use super::template::count;
use ptx_isa::{Code, Dialect, Target, Version, directives};
use ptx_module::check::{Defaults, Finding, Level, findings};
use ptx_module::resolve::RegisterType;
use ptx_module::syntax::{Source, Span, StateSpace, Tree, parse};
use std::collections::{HashMap, HashSet};

/// The version and the targets that statements are checked for.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The version. `None` means the newest version.
    pub version: Option<Version>,
    /// The targets. A statement is accepted if it is valid for at least one target. An empty list means all targets of
    /// the version.
    pub targets: Vec<Target>,
}

impl Settings {
    /// Returns the dialects to check with, in order. If several dialects give the same number of errors, the
    /// findings of the first are reported.
    fn dialects(&self) -> Vec<Dialect> {
        let default = Dialect::default();
        let (version, version_set) = match self.version {
            Some(version) => (version, "by the option `--ptx-version`".to_string()),
            None => (Version::NEWEST, default.version_set.clone()),
        };
        let (targets, target_set) = match self.targets.as_slice() {
            [] => (every_target(version), "after all targets were tried"),
            [_] => (self.targets.clone(), "by the option `--target`"),
            targets => (targets.to_vec(), "by one of the options `--target`"),
        };
        let dialect = |target| Dialect {
            version: Some(version),
            target: Some(target),
            version_set: version_set.clone(),
            target_set: target_set.into(),
            settings: ptx_isa::Settings::Options,
        };
        targets.into_iter().map(dialect).collect()
    }
}

impl Settings {
    /// Returns the findings about a PTX text. Directives in the text replace the version and the targets.
    ///
    /// ```
    /// use ptx_isa::Target;
    /// use ptx_module::syntax::Source;
    /// use ptx_tool::inline::Settings;
    ///
    /// let source = Source::new("a.ptx", b"fma.rn.f32x2 a, b, c, d;");
    /// let targets = vec![Target::sm(90), Target::sm(100)];
    /// assert!(Settings { targets, ..Settings::default() }.check(&source).is_empty());
    /// assert_eq!(Settings { targets: vec![Target::sm(90)], ..Settings::default() }.check(&source).len(), 1);
    /// ```
    #[must_use]
    pub fn check(&self, source: &Source) -> Vec<Finding> {
        let first = self.targets.first().copied();
        let targets = std::iter::once(first).chain(self.targets.iter().skip(1).copied().map(Some));
        let module = parse(&source.text);
        let dialects = targets.map(|target| Defaults { version: self.version, target }.dialect());
        fewest_errors(dialects.map(|dialect| findings(source, &module, dialect, None).findings)).1
    }
}

/// Returns the list of findings with the fewest errors, and its index. Of several such lists, returns the list with the
/// fewest errors about the target, because such an error makes the checker skip other checks of the instruction.
fn fewest_errors(findings: impl Iterator<Item = Vec<Finding>>) -> (usize, Vec<Finding>) {
    let mut best: Option<((usize, usize), usize, Vec<Finding>)> = None;
    for (index, all) in findings.enumerate() {
        let errors = all.iter().filter(|one| one.level == Level::Error);
        let of_target = errors.clone().filter(|one| one.message.code == Code::Availability);
        let rank = (errors.clone().count(), of_target.count());
        if best.as_ref().is_none_or(|best| rank < best.0) {
            best = Some((rank, index, all));
        }
        if rank.0 == 0 {
            break;
        }
    }
    best.map(|(_, index, all)| (index, all)).unwrap_or_default()
}

/// Returns the targets of a version: the default target, then the targets with the suffix `a`, then all other
/// targets. Among the targets with the suffix `a`, and among the other targets, newer ones come first.
///
/// Compilers that accept inline PTX have 64-bit pointers. So targets that also have 32-bit addresses are only returned
/// if the version has no other targets.
fn every_target(version: Version) -> Vec<Target> {
    let exists = |target: &Target| directives::clash(version, *target).is_none();
    let mut all: Vec<_> = Target::all().filter(exists).collect();
    let is_wide = |target: &Target| target.sm >= directives::FIRST_WITHOUT_SHORT_ADDRESSES;
    if all.iter().any(is_wide) {
        all.retain(is_wide);
    }
    // Targets with the suffix `a` come early, because such a target has all features of its architecture.
    all.sort_by_key(|target| {
        (*target != Target::DEFAULT, target.suffix != Some('a'), std::cmp::Reverse(target.sm))
    });
    all
}

/// Values that are tried for an integer constant whose value is unknown.
const GUESSES: &[&str] = &["1", "0", "2", "4", "8", "16", "32", "64", "128", "256"];

/// The file name that messages use for a statement.
const NAME: &str = "<inline>";

/// Registers that a text uses without declaring them.
type Registers = Vec<(String, RegisterType)>;

/// Checks the statements of one file.
pub(super) struct Judge {
    language: Language,
    dialects: Vec<Dialect>,
    /// The index of the dialect that gave the fewest errors when all dialects were last tried.
    last: usize,
    /// Whether braces of some statements enclose other statements.
    pub(super) is_in_braces: bool,
    /// The text of the file.
    host: String,
    /// The template texts of all statements.
    templates: Vec<String>,
    /// The registers that any statement declares. All other statements of the file may use them.
    declared: Registers,
    /// The cached findings about each PTX text with its registers.
    known: HashMap<(String, Registers), Vec<Finding>>,
}

impl Judge {
    pub(super) fn new(settings: &Settings, language: Language, host: &str) -> Self {
        Self {
            language,
            dialects: settings.dialects(),
            last: 0,
            is_in_braces: false,
            host: host.into(),
            templates: Vec::new(),
            declared: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Collects the registers that statements declare outside of braces, so that other statements see them.
    pub(super) fn declare(&mut self, found: &[Found]) {
        let mut names = HashSet::new();
        let variants = found.iter().filter_map(|one| one.variants.as_ref().ok()).flatten();
        self.templates = variants.clone().map(|one| one.template.text.clone()).collect();
        for statement in variants.filter(|one| one.template.text.contains(".reg")) {
            let Ok(resolved) = resolve(statement, GUESSES[0]) else { continue };
            let module = parse(&resolved.ptx.text);
            names.extend(registers(&module).map(String::from));
        }
        self.declared = names.into_iter().map(|name| (name, RegisterType::Faulty)).collect();
        self.declared.sort_by(|a, b| a.0.cmp(&b.0));
    }

    /// Returns the findings about a statement, with positions in the file.
    pub(super) fn statement(
        &mut self,
        found: &Found,
        variants: &[Statement],
    ) -> Result<Vec<Finding>, Reason> {
        let mut all: Vec<Finding> = Vec::new();
        let mut is_ptx = false;
        for variant in variants {
            let Some(findings) = self.variant(found, variant)? else { continue };
            is_ptx = true;
            for finding in findings {
                let is_known =
                    |one: &Finding| one.span == finding.span && one.message == finding.message;
                if !all.iter().any(is_known) {
                    all.push(finding);
                }
            }
        }
        if is_ptx { Ok(all) } else { Err(Reason::NotPtx) }
    }

    /// Checks one preprocessor variant of a statement. Returns `None` if its text is not PTX.
    fn variant(
        &mut self,
        found: &Found,
        statement: &Statement,
    ) -> Result<Option<Vec<Finding>>, Reason> {
        let resolved = resolve(statement, GUESSES[0])?;
        if !is_ptx(&resolved.ptx.text) {
            return Ok(None);
        }
        let mut all = match resolved.has_guess {
            true => self.guessed(statement)?,
            false => self.in_file(&resolved),
        };
        if !resolved.faults.is_empty() {
            // A faulty hole (placeholder such as `%0`) can also cause syntax errors, and errors about undeclared
            // names that contain the hole. Drop the errors of these two kinds.
            let overlaps = |span: &Span| {
                resolved.faults.iter().any(|(at, _)| at.start < span.end && span.start < at.end)
            };
            all.retain(|finding| match finding.message.code {
                Code::Syntax => false,
                Code::Undeclared => !overlaps(&finding.span),
                _ => true,
            });
        }
        let faults = resolved.faults.iter().cloned();
        all.extend(faults.map(|(span, message)| Finding::error(span, message).coded(Code::Hole)));
        all.extend(match self.language {
            Language::Cpp => constraints::faults_of_cpp(statement),
            Language::Python | Language::Rust | Language::Other => constraints::faults(statement),
        });
        for finding in &mut all {
            if finding.span == (0..0) {
                finding.span = found.keyword.clone();
            }
        }
        if self.language == Language::Cpp && !has_error(&all) {
            all.extend(self.notes(found, statement, &resolved));
        }
        Ok(Some(all))
    }

    /// Returns the notes about a statement without errors.
    fn notes(&self, found: &Found, statement: &Statement, resolved: &Resolved) -> Vec<Finding> {
        let head = self.host[found.keyword.end..].split('(').next().unwrap_or_default();
        let context = Context {
            host: &self.host,
            statement,
            resolved,
            dialects: &self.dialects,
            last: self.last,
            is_volatile: head.contains("volatile"),
            is_in_braces: self.is_in_braces,
            templates: &self.templates,
        };
        context.notes()
    }

    /// Returns the findings about a statement with integer constants of unknown value, with positions in the file.
    ///
    /// All values are first tried with two targets: the target that had the fewest errors when all targets were last
    /// tried (`last`), and the default target. Other targets are tried only if these two give errors.
    fn guessed(&mut self, statement: &Statement) -> Result<Vec<Finding>, Reason> {
        for index in [self.last, 0] {
            let all = common_errors(statement, |resolved| {
                let (_, all) = self.with_dialects(resolved, &self.dialects[index..=index]);
                self.placed(resolved, all)
            })?;
            if !has_error(&all) {
                return Ok(all);
            }
        }
        common_errors(statement, |resolved| self.in_file(resolved))
    }

    /// Returns the findings about a resolved text, with positions in the file.
    fn in_file(&mut self, resolved: &Resolved) -> Vec<Finding> {
        let key = (resolved.ptx.text.clone(), resolved.registers.clone());
        let known = self.known.get(&key).cloned();
        let all = known.unwrap_or_else(|| self.judged(resolved));
        self.known.entry(key).or_insert_with(|| all.clone());
        self.placed(resolved, all)
    }

    /// Converts positions in a resolved text to positions in the file.
    fn placed(&self, resolved: &Resolved, mut all: Vec<Finding>) -> Vec<Finding> {
        let place = |span: &Span| resolved.ptx.place(span).unwrap_or_default();
        all.retain(|finding| {
            let name = &resolved.ptx.text[finding.span.clone()];
            finding.message.code != Code::Undeclared || !self.is_of_host(name)
        });
        for finding in &mut all {
            if finding.message.notes.iter().any(|note| note == directives::LONG_ADDRESSES) {
                let hole = resolved.hole(&resolved.ptx.text[finding.span.clone()]);
                if let Some(hole) = hole {
                    let help = constraints::wide(self.language, hole);
                    finding.message.help = Some(Box::new(help.into()));
                }
            }
            resolved.respell(&mut finding.message);
            finding.move_by(place);
        }
        all
    }

    /// Returns whether a name occurs in the file outside of inline PTX. The name may then be a variable of the host
    /// code.
    fn is_of_host(&self, name: &str) -> bool {
        let is_variable = name.len() > 2 && !name.starts_with(['%', '$']);
        is_variable
            && count(&self.host, name) > self.templates.iter().map(|text| count(text, name)).sum()
    }

    /// Checks a text for each target. Returns the findings for the target with the fewest errors.
    ///
    /// The statements of a file tend to need the same target. So the target that had the fewest errors when all targets
    /// were last tried (`last`) is tried first, then the default target. If a target gives no errors, its findings are
    /// returned: warnings and notes do not depend on the target.
    fn judged(&mut self, resolved: &Resolved) -> Vec<Finding> {
        for index in [self.last, 0] {
            let (_, all) = self.with_dialects(resolved, &self.dialects[index..=index]);
            if !has_error(&all) {
                return all;
            }
        }
        let (index, all) = self.with_dialects(resolved, &self.dialects);
        self.last = index;
        all
    }

    /// Checks a text for some of the targets. Returns the findings for the target with the fewest errors, and its
    /// index.
    fn with_dialects(&self, resolved: &Resolved, dialects: &[Dialect]) -> (usize, Vec<Finding>) {
        let source = Source::new(NAME, resolved.ptx.text.as_bytes());
        let module = parse(&source.text);
        let own: HashSet<_> = registers(&module).collect();
        let others = self.declared.iter().filter(|one| !own.contains(one.0.as_str()));
        let presets: Vec<_> = resolved.registers.iter().chain(others).cloned().collect();
        let judge = |dialect: &Dialect| {
            findings(&source, &module, dialect.clone(), Some(&presets)).findings
        };
        fewest_errors(dialects.iter().map(judge))
    }
}

fn has_error(findings: &[Finding]) -> bool {
    findings.iter().any(|one| one.level == Level::Error)
}

/// Checks a statement with each value of [`GUESSES`]. Returns the findings for the first value. Of the errors, returns
/// only those that all values give.
fn common_errors(
    statement: &Statement,
    mut check: impl FnMut(&Resolved) -> Vec<Finding>,
) -> Result<Vec<Finding>, Reason> {
    let mut all = Vec::new();
    for (i, guess) in GUESSES.iter().enumerate() {
        let found = check(&resolve(statement, guess)?);
        if i == 0 {
            all = found;
        } else {
            let is_same = |a: &Finding, b: &Finding| b.level == Level::Error && a.span == b.span;
            all.retain(|a| a.level != Level::Error || found.iter().any(|b| is_same(a, b)));
        }
        if !has_error(&all) {
            break;
        }
    }
    Ok(all)
}

/// Returns the names of registers that a text declares outside of braces.
fn registers<'a>(module: &Tree<'a>) -> impl Iterator<Item = &'a str> {
    let declarations = module.variables().filter(|one| one.space.value == StateSpace::Reg);
    let names = declarations.flat_map(|one| &one.names);
    names.filter(|one| one.range.is_none()).map(|one| one.name.text)
}
