//! Applies corrections that a finding's help spells out.

use crate::check::{Finding, Level};
use crate::syntax::{Source, Span, parse};
use ptx_isa::{Code, Fix, Part};

/// A replacement of part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The part of the text that is replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Returns a replacement for each finding whose help gives exactly one spelling with the same meaning.
/// Examples are modifiers in the correct order ("write `set.gt.ftz.u32.f32`") and an escape ("write `%`").
///
/// ```
/// use ptx_module::syntax::Source;
/// use ptx_module::check::{Defaults, check};
/// use ptx_module::fix::{apply, edits};
///
/// let source = Source::new("a.ptx", b"set.ftz.gt.u32.f32 %r1, %f1, %f2;");
/// let edits = edits(&source, &check(&source, &Defaults::default()));
/// assert_eq!(apply(&source.text, &edits), "set.gt.ftz.u32.f32 %r1, %f1, %f2;");
/// ```
#[must_use]
pub fn edits(source: &Source, findings: &[Finding]) -> Vec<Edit> {
    let wanted = |finding: &&Finding| {
        matches!(finding.level, Level::Error | Level::Warning)
            || finding.message.code == Code::CompilerOrder
    };
    let mut edits: Vec<Edit> =
        findings.iter().filter(wanted).filter_map(|one| edit(source, one)).collect();
    edits.sort_by_key(|edit| edit.span.start);
    edits.dedup();
    // If two replacements overlap, keep only the first.
    let mut end = 0;
    edits.retain(|edit| {
        let is_free = edit.span.start >= end;
        if is_free {
            end = edit.span.end;
        }
        is_free
    });
    edits
}

/// Applies replacements to a text. The replacements must be sorted and must not overlap.
#[must_use]
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut new = String::new();
    let mut at = 0;
    for edit in edits {
        new.push_str(&text[at..edit.span.start]);
        new.push_str(&edit.text);
        at = edit.span.end;
    }
    new.push_str(&text[at..]);
    new
}

/// Returns the edits for each correction in the help of a finding. Several corrections are alternatives. Advice has none.
///
/// ```
/// use ptx_module::syntax::Source;
/// use ptx_module::check::{Defaults, check};
/// use ptx_module::fix::{apply, corrections};
///
/// let source = Source::new("a.ptx", b".version 7.0\n.target sm_80\n.func f() { .reg .f32 %f<3>; mul.f32 %f1, %f2, 2; }");
/// let corrections = corrections(&source, &check(&source, &Defaults::default())[0]);
/// assert!(apply(&source.text, &corrections[0]).ends_with("mul.f32 %f1, %f2, 2.0; }"));
/// ```
#[must_use]
pub fn corrections(source: &Source, finding: &Finding) -> Vec<Vec<Edit>> {
    let fixes = finding.message.help.iter().flat_map(|help| help.fixes());
    fixes.filter_map(|fix| correction(source, finding, fix)).collect()
}

/// Returns the edits for one correction; `None` if the finding has no statement that the correction could replace.
fn correction(source: &Source, finding: &Finding, fix: &Fix) -> Option<Vec<Edit>> {
    let place = finding.place.as_deref();
    let one = |span: Span| Some(vec![Edit { span, text: fix.text.clone() }]);
    let found = |span: &Span| one(span.clone()).filter(|_| !span.is_empty());
    match fix.part {
        Part::Word => one(finding.span.clone()),
        Part::Mnemonic => found(&place?.mnemonic),
        Part::Spelling => found(&place?.spelling),
        Part::Statement => found(&place?.statement),
        Part::Before => {
            let start = place.map_or(finding.span.start, |place| place.statement.start);
            Some(vec![Edit { span: start..start, text: format!("{} ", fix.text) }])
        }
        Part::After => one(finding.span.end..finding.span.end),
        Part::Bytes(start, end) => one(start..end),
        Part::Directives => Some(directives(source, &fix.text)),
    }
}

/// Returns the edits that set `.version` and `.target`. Replaces the directives of the text, or writes them at its
/// beginning.
fn directives(source: &Source, text: &str) -> Vec<Edit> {
    let module = parse(&source.text);
    let written = |line: &str| {
        let name = line.trim_start_matches('.').split(' ').next()?;
        let found = module.directives().find(|one| one.name.text == name)?;
        Some(found.span.clone())
    };
    let mut edits: Vec<Edit> = Vec::new();
    for line in text.lines() {
        match (written(line), edits.first_mut()) {
            (Some(span), _) => edits.push(Edit { span, text: line.into() }),
            (None, Some(first)) if first.span.is_empty() => {
                first.text.push_str(&format!("{line}\n"))
            }
            (None, _) => {
                // A `.target` follows the `.version` of the text.
                let version = written(".version").filter(|_| line.starts_with(".target"));
                let at = version.map_or(0, |version| version.end);
                let before = if at == 0 { "" } else { "\n" };
                edits.push(Edit { span: at..at, text: format!("{before}{line}\n") });
            }
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    edits
}

/// Returns the replacement that the help of a finding gives, if it gives exactly one that keeps the meaning: a hole of a
/// template, or modifiers in another order.
fn edit(source: &Source, finding: &Finding) -> Option<Edit> {
    let [fix] = finding.message.help.as_ref()?.fixes() else { return None };
    let mut edits = correction(source, finding, fix)?;
    let edit = edits.pop().filter(|_| edits.is_empty())?;
    if finding.message.code == Code::Hole {
        return Some(edit);
    }
    let words = |text: &str| {
        let mut words: Vec<_> = text.split('.').map(|word| word.trim().to_string()).collect();
        words.sort_unstable();
        words
    };
    let is_same = words(&source.text[edit.span.clone()]) == words(&edit.text);
    (fix.part == Part::Spelling && is_same).then_some(edit)
}
