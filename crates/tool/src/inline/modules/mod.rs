//! Finds whole PTX modules in strings: texts that begin with `.version`.

mod pieces;
mod scan;

use super::language::Language;
use super::statement::Reason;
use super::template::Template;
use super::{Counts, Settings, cpp, python, rust};
use pieces::{Joined, Reader, Use};
use ptx_isa::{Code, is_mnemonic};
use ptx_module::check::{Finding, Level};
use ptx_module::syntax::{Source, Span, Tree, parse};

/// The directive that begins a module.
const VERSION: &str = ".version";

/// The start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// `.version 8.0`
    Version,
    /// `.version` without a number: another part of the text gives the number.
    Open,
    Other,
}

/// Returns the text after blanks and comments.
fn after_comments(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        rest = if rest.starts_with("//") {
            &rest[rest.find('\n').unwrap_or(rest.len())..]
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/").map_or("", |parts| parts.1)
        } else {
            return rest;
        };
    }
}

/// Returns how a text starts, after blanks and comments.
fn start(text: &str) -> Start {
    let Some(rest) = after_comments(text).strip_prefix(VERSION) else { return Start::Other };
    let number = rest.trim_start();
    if number.len() == rest.len() {
        return if rest.is_empty() { Start::Open } else { Start::Other };
    }
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let minor = rest.strip_prefix('.').unwrap_or(rest);
    match minor.starts_with(|c: char| c.is_ascii_digit()) && rest.len() < number.len() {
        true => Start::Version,
        _ if minor.is_empty() || minor.starts_with(['{', '%', '$', '<', '@', '#']) => Start::Open,
        _ => Start::Other,
    }
}

/// Returns whether a text begins with `.version` and a number, after blanks and comments.
///
/// ```
/// use ptx_tool::inline::is_module;
///
/// assert!(is_module("// a comment\n.version 8.0\n.target sm_80\n"));
/// assert!(!is_module("const PTX: &str = \".version 8.0\";"));
/// ```
#[must_use]
pub fn is_module(text: &str) -> bool {
    start(text) == Start::Version
}

/// Checks the modules in the strings of a file. Adds the findings, with positions in the file. Skips the strings of
/// `statements`.
pub(super) fn check(
    source: &Source,
    language: Language,
    settings: &Settings,
    statements: &[Span],
    findings: &mut Vec<Finding>,
) -> Counts {
    let mut counts = Counts::default();
    if !source.text.contains(VERSION) {
        return counts;
    }
    let tokens = match language {
        Language::Cpp => cpp::tokens(&source.text),
        Language::Python => python::tokens(&source.text),
        Language::Rust => rust::tokens(&source.text),
        Language::Other => scan::tokens(&source.text),
    };
    let reader = Reader::new(tokens, language);
    for string in reader.strings() {
        let at = reader.position(string.range.start);
        if statements.iter().any(|span| span.contains(&at)) {
            continue;
        }
        let found = match judge(source, settings, &reader, &string) {
            Verdict::Other => continue,
            Verdict::Checked(found) => found,
            Verdict::Piece(reason) => {
                findings.push(unread(&string.template, &reason));
                counts.found += 1;
                *counts.unchecked.entry(Reason::Pieces.name()).or_default() += 1;
                continue;
            }
        };
        counts.found += 1;
        match found.iter().any(|one| one.level == Level::Unchecked) {
            true => *counts.unchecked.entry("instruction").or_default() += 1,
            false => counts.checked += 1,
        }
        findings.extend(found);
    }
    counts
}

/// The verdict about a string.
enum Verdict {
    /// The string is not a module.
    Other,
    /// The string is a part of a module, for this reason.
    Piece(String),
    /// The findings about a module, with positions in the file.
    Checked(Vec<Finding>),
}

/// Checks a string.
fn judge(source: &Source, settings: &Settings, reader: &Reader<'_>, string: &Joined) -> Verdict {
    let Joined { template, range, reason } = string;
    // A text without a line end, such as `".version 8.0"`, is searched or printed.
    let has_lines = template.text.contains('\n');
    match (start(&template.text), reason) {
        (Start::Version, None) => {}
        (Start::Version | Start::Open, Some(reason)) => return Verdict::Piece(reason.clone()),
        (Start::Open, None) if has_lines => {
            return Verdict::Piece("another text gives the number of `.version`".into());
        }
        (Start::Open | Start::Other, _) => return Verdict::Other,
    }
    let used = reader.of(range.clone());
    if is_header(&parse(&template.text)) {
        return match used {
            Use::Whole | Use::Changed(_) if has_lines => {
                Verdict::Piece("the text has only directives".into())
            }
            _ => Verdict::Other,
        };
    }
    if let Use::Changed(word) = used {
        return Verdict::Piece(format!("`{word}` joins it with another text, or replaces parts"));
    }
    let mut found = settings.check(&template.source(source));
    if found.iter().any(|one| one.level == Level::Error) {
        let word = reader.changed_later(range).or_else(|| hole(&template.text).map(String::from));
        if let Some(word) = word {
            return Verdict::Piece(format!("because of `{word}`, it may be a part of a text"));
        }
    }
    for one in &mut found {
        one.move_by(|span| template.place(span).unwrap_or_default());
    }
    Verdict::Checked(found)
}

/// Returns whether a text has only directives.
fn is_header(tree: &Tree<'_>) -> bool {
    use ptx_module::syntax::Statement::Directive;
    tree.functions().next().is_none() && tree.statements().all(|one| matches!(one, Directive(_)))
}

/// Returns the finding about a text that is not checked.
fn unread(template: &Template, reason: &str) -> Finding {
    let at = template.text.len() - after_comments(&template.text).len();
    let span = template.place(&(at..at + VERSION.len())).unwrap_or_default();
    let message = format!("not checked: {}", Reason::Pieces.name());
    Finding::new(Level::Unchecked, span, message).coded(Code::Macro).note(reason)
}

/// Returns the first placeholder of a format that is not PTX: `{name}`, `{}`, `${`, `#{`, `%%`, `%s`, `<<`, or `$name`
/// after `.target`.
fn hole(text: &str) -> Option<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_:.".contains(c);
    text.match_indices(['{', '$', '#', '%', '<']).find_map(|(at, opening)| {
        let rest = &text[at..];
        let two = rest.get(..2)?;
        match opening {
            "{" => {
                let end = 1 + rest[1..].find(|c| !is_name(c))?;
                // `) {}` and `) {ret}` are bodies of functions.
                let is_body = end == 1 || is_mnemonic(&rest[1..end]);
                let is_body = is_body && text[..at].trim_end().ends_with(')');
                (rest[end..].starts_with('}') && !is_body).then(|| &rest[..=end])
            }
            "%" => {
                let is_end = !rest[2..].starts_with(|c: char| c.is_ascii_alphanumeric());
                let is_value = matches!(two, "%s" | "%d" | "%i" | "%u") && is_end;
                (two == "%%" || is_value).then_some(two)
            }
            "$" if text[..at].trim_end().ends_with(".target") => rest.split_whitespace().next(),
            _ => ["${", "$(", "#{", "<<", "<%"].contains(&two).then_some(two),
        }
    })
}
