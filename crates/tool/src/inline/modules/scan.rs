//! Finds quoted strings that begin with `.version` in a file of any language.
//!
//! Comments, characters and quotes differ between languages, so the scanner does not read a file from its start. It
//! searches `.version`, goes back to the quote before it, and reads the string and the strings that are joined to it.

use super::super::escape::unescape;
use super::super::language::Language;
use super::super::template::Template;
use super::super::tokens::{Text, Token, TokenKind, Tokens, is_letter};
use super::{VERSION, after_comments};
use ptx_module::syntax::Span;

/// The quotes. The longer of two quotes comes first.
const QUOTES: &[&str] = &["\"\"\"", "'''", "\"", "'", "`"];

/// The operators that join strings.
const OPERATORS: &[&str] = &["++", "+", "<>", "..", "."];

/// The maximum number of bytes of comments between a quote and `.version`.
const LONGEST_START: usize = 4096;

/// The maximum number of quotes before `.version` that are tried.
const MOST_QUOTES: usize = 16;

/// Returns the tokens of a text. Only strings that begin with `.version`, and strings that are joined to them, are strings.
pub(super) fn tokens(text: &str) -> Tokens<'_> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(length) = text[at..].find(VERSION) {
        let version = at + length;
        let mut opening = before(text, at, version);
        if opening.is_none() {
            plain(text, at..version + VERSION.len(), &mut all);
            at = version + VERSION.len();
        }
        while let Some(quote) = opening {
            plain(text, at..quote.start, &mut all);
            at = string(text, quote, &mut all);
            opening = next(text, at);
        }
    }
    plain(text, at..text.len(), &mut all);
    Tokens::new(text, all)
}

/// Appends the words and other characters of a part of the text.
fn plain(text: &str, part: Span, all: &mut Vec<Token>) {
    let bytes = &text.as_bytes()[..part.end];
    let mut at = part.start;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += bytes[at..].iter().take_while(|byte| is_letter(**byte)).count().max(1);
        let kind = match byte {
            byte if byte.is_ascii_whitespace() => continue,
            b'0'..=b'9' => TokenKind::Number,
            byte if is_letter(byte) => TokenKind::Word,
            byte => TokenKind::Punct(byte.into()),
        };
        all.push(Token { kind, span: start..at });
    }
}

/// Appends the string after an opening quote. Returns its end.
fn string(text: &str, opening: Span, all: &mut Vec<Token>) -> usize {
    let quote = &text[opening.clone()];
    let bytes = text.as_bytes();
    let mut at = opening.end;
    while at < bytes.len() && !bytes[at..].starts_with(quote.as_bytes()) {
        let is_escape = bytes[at] == b'\\' && bytes.get(at + 1).is_some_and(u8::is_ascii);
        at += 1 + usize::from(is_escape);
    }
    let inner = (opening.end, at.min(bytes.len()));
    let end = bytes.len().min(inner.1 + quote.len());
    let kind = TokenKind::Text(Text { inner, is_raw: false, is_format: false });
    all.push(Token { kind, span: opening.start..end });
    end
}

/// Returns the quote before `.version`, if only blanks and comments are between them.
fn before(text: &str, start: usize, version: usize) -> Option<Span> {
    let mut from = start.max(version.saturating_sub(LONGEST_START));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let quotes = text[from..version].rmatch_indices(['"', '\'', '`']).take(MOST_QUOTES);
    let mut openings = quotes.map(|(at, _)| {
        let end = from + at + 1;
        let quote = QUOTES.iter().find(|quote| text[from..end].ends_with(**quote));
        end - quote.map_or(1, |quote| quote.len())..end
    });
    openings.find(|opening| {
        let mut template = Template::default();
        unescape(text, opening.end..version, Language::Other, &mut template);
        after_comments(&template.text).is_empty()
    })
}

/// Returns the opening quote of the string that is joined to the string before a position.
fn next(text: &str, at: usize) -> Option<Span> {
    let blanks = [' ', '\t', '\r', '\n', '\\'];
    let rest = text[at..].trim_start_matches(blanks);
    let operator = OPERATORS.iter().find(|one| rest.starts_with(**one));
    let rest = rest[operator.map_or(0, |one| one.len())..].trim_start_matches(blanks);
    let quote = QUOTES.iter().find(|quote| rest.starts_with(**quote))?;
    let start = text.len() - rest.len();
    Some(start..start + quote.len())
}
