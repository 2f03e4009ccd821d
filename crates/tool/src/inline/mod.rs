//! Checks PTX in string literals of C++, Python and Rust.
//!
//! For each language, a search returns the statements of inline assembly. A statement has the operands and
//! the template text, with the file position of every byte. Each hole, such as `%0`, is replaced by a
//! register whose type the operand's constraint gives. [`check`](mod@ptx_module::check) then checks the text as
//! PTX.

mod braces;
mod constraints;
mod cpp;
mod escape;
mod holes;
mod judge;
pub mod kernel;
mod language;
mod modules;
mod notes;
#[cfg(test)]
mod nvrtc;
mod ptx;
mod python;
mod read;
mod refusal;
mod resolve;
mod rust;
mod statement;
mod template;
mod tokens;

pub use judge::Settings;
pub use language::Language;
pub use modules::is_module;
use ptx_isa::Code;
use ptx_module::check::{Finding, Level};
use ptx_module::syntax::Source;
pub use read::read;
use statement::{Found, Reason};
use std::collections::BTreeMap;

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings, in order of position.
    pub findings: Vec<Finding>,
    /// The number of statements.
    pub counts: Counts,
    /// The number of PTX modules in strings.
    pub modules: Counts,
}

/// Counts of statements, or of modules. `found` is the sum of all other counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All statements or modules in the text.
    pub found: usize,
    /// The statements or modules that were checked.
    pub checked: usize,
    /// The statements or modules that were not checked, counted by reason: `macro`, `#if`, `no end`, `not PTX`, `pieces`,
    /// or `instruction` (an instruction is not in the table).
    pub unchecked: BTreeMap<&'static str, usize>,
}

impl Counts {
    /// Adds the counts of another text.
    pub fn add(&mut self, other: &Self) {
        self.found += other.found;
        self.checked += other.checked;
        for (reason, count) in &other.unchecked {
            *self.unchecked.entry(reason).or_default() += count;
        }
    }
}

/// Checks the inline PTX in a text.
///
/// ```
/// use ptx_module::syntax::Source;
/// use ptx_tool::inline::{Language, Settings, check};
///
/// let text = br#"asm("add.u32 %0, %1, %2, %2;" : "=r"(d) : "r"(a), "r"(b));"#;
/// let report = check(&Source::new("a.cu", text), Language::Cpp, &Settings::default());
/// assert_eq!((report.counts.found, report.counts.checked), (1, 1));
/// assert_eq!(report.findings[0].message.what, "`add.u32` takes 3 operands, not 4");
/// ```
#[must_use]
pub fn check(source: &Source, language: Language, settings: &Settings) -> Report {
    let mut report = Report::default();
    let mut judge = judge::Judge::new(settings, language, &source.text);
    let mut found = find(&source.text, language);
    judge.is_in_braces = braces::join(&mut found);
    judge.declare(&found);
    for statement in &found {
        report.counts.found += 1;
        let reason = match &statement.variants {
            Ok(variants) => match judge.statement(statement, variants) {
                Ok(findings) => {
                    let is_unchecked = findings.iter().any(|one| one.level == Level::Unchecked);
                    report.findings.extend(findings);
                    match is_unchecked {
                        true => "instruction",
                        false => {
                            report.counts.checked += 1;
                            continue;
                        }
                    }
                }
                Err(reason) => report.unread(statement, &reason),
            },
            Err(reason) => report.unread(statement, reason),
        };
        *report.counts.unchecked.entry(reason).or_default() += 1;
    }
    let spans: Vec<_> = found.into_iter().map(|statement| statement.span).collect();
    report.modules = modules::check(source, language, settings, &spans, &mut report.findings);
    report.findings.sort_by_key(|finding| finding.span.start);
    report
}

impl Report {
    /// Records a statement that is not checked. Returns the name of the reason.
    fn unread(&mut self, statement: &Found, reason: &Reason) -> &'static str {
        if *reason == Reason::NotPtx {
            return reason.name();
        }
        let message = format!("not checked: {}", reason.name());
        let finding =
            Finding::new(Level::Unchecked, statement.keyword.clone(), message).note(reason.note());
        let finding = finding.coded(match reason {
            Reason::Macro(_) => Code::Macro,
            _ => Code::Unread,
        });
        self.findings.push(finding);
        reason.name()
    }
}

/// Returns the statements of a text.
fn find(text: &str, language: Language) -> Vec<Found> {
    match language {
        Language::Cpp => cpp::find(text),
        Language::Python => python::find(text),
        Language::Rust => rust::find(text),
        Language::Other => Vec::new(),
    }
}
