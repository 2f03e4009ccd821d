//! A lexer for Rust.

use super::super::tokens::{Text, Token, TokenKind, is_letter};

/// Returns the tokens of a text. Skips comments and white space. Accepts any text, even if rustc rejects it.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let count =
            |belongs: fn(u8) -> bool| bytes[start..].iter().take_while(|b| belongs(**b)).count();
        let kind = match (byte, bytes.get(at + 1)) {
            (b'/', Some(b'/')) => {
                at += count(|b| b != b'\n');
                continue;
            }
            (b'/', Some(b'*')) => {
                at = end_of_comment(bytes, at);
                continue;
            }
            (b'"', _) => {
                let (text, end) = string(bytes, start);
                at = end;
                TokenKind::Text(text)
            }
            (b'\'', _) => {
                at = end_of_character(text, at);
                TokenKind::Punct('\'')
            }
            (b'0'..=b'9', _) => {
                at += count(is_letter);
                TokenKind::Number
            }
            _ if is_letter(byte) => {
                at += count(is_letter);
                match prefixed(text, start, at) {
                    Some((text, end)) => {
                        at = end;
                        TokenKind::Text(text)
                    }
                    None => TokenKind::Word,
                }
            }
            _ => {
                at += 1;
                if byte.is_ascii_whitespace() {
                    continue;
                }
                TokenKind::Punct(byte.into())
            }
        };
        tokens.push(Token { kind, span: start..at });
    }
    tokens
}

/// Returns the end of a comment. Comments may be nested.
fn end_of_comment(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0usize;
    let mut at = start;
    while at < bytes.len() {
        match &bytes[at..bytes.len().min(at + 2)] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => {
                (depth, at) = (depth - 1, at + 2);
                if depth == 0 {
                    break;
                }
            }
            _ => at += 1,
        }
    }
    at
}

/// Returns the end of a character literal such as `'a'`, or of the quote of a lifetime.
fn end_of_character(text: &str, at: usize) -> usize {
    let mut letters = text[at + 1..].char_indices();
    match letters.next() {
        Some((_, '\\')) => {
            let rest = &text[at + 2..];
            let skipped = rest.chars().next().map_or(0, char::len_utf8);
            let line = rest[skipped..].split('\n').next().unwrap_or_default();
            line.find('\'').map_or(at + 2, |length| at + 2 + skipped + length + 1)
        }
        Some(_) => match letters.next() {
            Some((length, '\'')) => at + 1 + length + 1,
            _ => at + 1,
        },
        None => at + 1,
    }
}

/// Reads the string literal at a quote. Returns the string and its end.
fn string(bytes: &[u8], at: usize) -> (Text, usize) {
    let start = at + 1;
    let mut end = start;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'"' => break,
            b'\\' => end += 1 + usize::from(bytes.get(end + 1).is_some_and(u8::is_ascii)),
            _ => end += 1,
        }
    }
    let end = end.min(bytes.len());
    let text = Text { inner: (start, end), is_raw: false, is_format: false };
    (text, bytes.len().min(end + 1))
}

/// Reads a string literal with a prefix: `b"…"`, `c"…"` or `r#"…"#`.
fn prefixed(text: &str, start: usize, at: usize) -> Option<(Text, usize)> {
    let bytes = text.as_bytes();
    match &text[start..at] {
        "b" | "c" if bytes.get(at) == Some(&b'"') => Some(string(bytes, at)),
        "r" | "br" | "cr" => {
            let hashes = bytes[at..].iter().take_while(|b| **b == b'#').count();
            if bytes.get(at + hashes) != Some(&b'"') {
                return None;
            }
            let start = at + hashes + 1;
            let close = format!("\"{}", "#".repeat(hashes));
            let end = text[start..].find(&close).map(|length| start + length);
            let inner = (start, end.unwrap_or(bytes.len()));
            let text = Text { inner, is_raw: true, is_format: false };
            Some((text, end.map_or(bytes.len(), |end| end + close.len())))
        }
        _ => None,
    }
}
