//! Applies corrections that a finding's help spells out.

use crate::check::{Finding, Level};
use crate::syntax::{Source, Span};
use ptx_isa::Code;

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

/// Returns the replacement that the help of a finding gives, if it gives exactly one.
fn edit(source: &Source, finding: &Finding) -> Option<Edit> {
    let help = finding.message.help.as_deref()?;
    let spelling = help.strip_prefix("write `")?.strip_suffix('`')?;
    if finding.message.code == Code::Hole {
        return Some(Edit { span: finding.span.clone(), text: spelling.into() });
    }
    let is_spelling = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b':');
    let mnemonic = spelling.split('.').next()?;
    if mnemonic.len() == spelling.len() || !spelling.bytes().all(is_spelling) {
        return None;
    }
    // A finding's span may cover only a part of the spelling. Extend the span to the whole spelling.
    let text = source.text.as_str();
    let before = text.get(..finding.span.start)?.bytes().rev();
    let start = finding.span.start - before.take_while(|byte| is_spelling(*byte)).count();
    let rest = &text[start..];
    let length = rest.bytes().take_while(|byte| is_spelling(*byte)).count();
    let words = |text: &str| {
        let mut words: Vec<_> = text.split('.').map(String::from).collect();
        words.sort_unstable();
        words
    };
    // Only the order changes, so the meaning stays the same.
    let is_same = words(&rest[..length]) == words(spelling);
    is_same.then(|| Edit { span: start..start + length, text: spelling.into() })
}
