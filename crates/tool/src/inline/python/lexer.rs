//! A lexer for Python.

use super::super::tokens::{Text, Token, TokenKind, is_letter};

/// Returns the tokens of a text. Skips comments and white space.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let count =
            |belongs: fn(u8) -> bool| bytes[start..].iter().take_while(|b| belongs(**b)).count();
        let kind = match byte {
            b'#' => {
                at += count(|b| b != b'\n');
                continue;
            }
            b'"' | b'\'' => {
                let (text, end) = string(text, start, "");
                at = end;
                TokenKind::Text(text)
            }
            b'0'..=b'9' => {
                at += count(|b| is_letter(b) || b == b'.');
                TokenKind::Number
            }
            byte if is_letter(byte) => {
                at += count(is_letter);
                match bytes.get(at) {
                    Some(b'"' | b'\'') if is_prefix(&text[start..at]) => {
                        let (text, end) = string(text, at, &text[start..at]);
                        at = end;
                        TokenKind::Text(text)
                    }
                    _ => TokenKind::Word,
                }
            }
            byte => {
                at += 1;
                if byte.is_ascii_whitespace() || byte == b'\\' {
                    continue;
                }
                TokenKind::Punct(byte.into())
            }
        };
        tokens.push(Token { kind, span: start..at });
    }
    tokens
}

fn is_prefix(word: &str) -> bool {
    word.len() <= 2 && word.bytes().all(|b| b"rRbBfFuUtT".contains(&b))
}

/// Reads the string literal at a quote. Returns the string and its end.
fn string(text: &str, at: usize, prefix: &str) -> (Text, usize) {
    let bytes = text.as_bytes();
    let quote = bytes[at];
    let is_triple = bytes[at..].starts_with(&[quote; 3]);
    let length = if is_triple { 3 } else { 1 };
    let has = |letter: char| prefix.to_ascii_lowercase().contains(letter);
    let (is_raw, is_format) = (has('r'), has('f') || has('t'));
    let start = at + length;
    let mut end = start;
    // The number of open braces in an f-string.
    let mut depth = 0usize;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\n' if !is_triple => break,
            // Even in a raw string, a quote after a backslash does not end the string.
            b'\\' => end += 1 + usize::from(bytes.get(end + 1).is_some_and(u8::is_ascii)),
            b'{' if is_format && depth == 0 && bytes.get(end + 1) == Some(&b'{') => end += 2,
            b'{' if is_format => {
                depth += 1;
                end += 1;
            }
            b'}' if depth > 0 => {
                depth -= 1;
                end += 1;
            }
            byte if byte == quote && depth == 0 => {
                if bytes[end..].starts_with(&[quote; 3][..length]) {
                    let inner = (start, end);
                    return (Text { inner, is_raw, is_format }, end + length);
                }
                end += 1;
            }
            // Before Python 3.12, a quote ended an f-string even inside braces.
            byte if byte == quote && bytes[end..].starts_with(&[quote; 3][..length]) => {
                let rest = &text[end + length..];
                let line = rest.split('\n').next().unwrap_or_default();
                if is_triple || !line.contains(char::from(quote)) {
                    return (Text { inner: (start, end), is_raw, is_format }, end + length);
                }
                end += length;
            }
            _ => end += 1,
        }
    }
    let end = end.min(bytes.len());
    (Text { inner: (start.min(end), end), is_raw, is_format }, end)
}
