//! Replaces escapes in string literals.

use super::language::Language;
use super::template::Template;
use ptx_module::syntax::Span;

/// Appends the characters of a string literal to a template. An unknown escape keeps its backslash in Python,
/// and loses it in other languages.
pub(crate) fn unescape(text: &str, inner: Span, language: Language, template: &mut Template) {
    let end = inner.end;
    let mut plain = inner.start;
    let mut at = inner.start;
    while let Some(length) = text[at..end].find('\\') {
        let start = at + length;
        template.copy(text, plain..start);
        let (length, character) = escape(&text[start..end], language);
        if let Some(character) = character {
            template.put(character.encode_utf8(&mut [0; 4]), start..start + length);
        }
        (plain, at) = (start + length, start + length);
    }
    template.copy(text, plain..end);
}

/// Parses the escape at a backslash. Returns its length and its character. A line splice has no character.
fn escape(text: &str, language: Language) -> (usize, Option<char>) {
    let Some(letter) = text[1..].chars().next() else { return (1, Some('\\')) };
    let digits = |from: usize, most: usize, radix: u32| {
        let count = text[from..].chars().take(most).take_while(|c| c.is_digit(radix)).count();
        let value = u32::from_str_radix(&text[from..from + count], radix).unwrap_or(0);
        (from + count, Some(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)))
    };
    match letter {
        '\n' | '\r' => {
            let end = 2 + usize::from(text[1..].starts_with("\r\n"));
            let blanks = match language {
                Language::Rust => text[end..].len() - text[end..].trim_start().len(),
                Language::Cpp | Language::Python | Language::Other => 0,
            };
            (end + blanks, None)
        }
        'n' => (2, Some('\n')),
        't' => (2, Some('\t')),
        'r' => (2, Some('\r')),
        'a' => (2, Some('\x07')),
        'b' => (2, Some('\x08')),
        'f' => (2, Some('\x0c')),
        'v' => (2, Some('\x0b')),
        '0' if language == Language::Rust => (2, Some('\0')),
        '0'..='7' => digits(1, 3, 8),
        'x' if language == Language::Cpp => digits(2, 8, 16),
        'x' => digits(2, 2, 16),
        'u' if text[2..].starts_with('{') => match text.find('}') {
            Some(close) => {
                let value = u32::from_str_radix(&text[3..close], 16).ok();
                let character = value.and_then(char::from_u32);
                (close + 1, Some(character.unwrap_or(char::REPLACEMENT_CHARACTER)))
            }
            None => (2, Some('u')),
        },
        'u' => digits(2, 4, 16),
        'U' => digits(2, 8, 16),
        '"' | '\'' | '\\' => (2, Some(letter)),
        _ if language == Language::Python => (1, Some('\\')),
        other => (1 + other.len_utf8(), Some(other)),
    }
}
