//! Splits PTX text into tokens with spans (PTX ISA, "Syntax").

use crate::syntax::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier, with its `%` or `$`. After a dot, it may begin with a digit, such as `3d`.
    Word,
    /// A number, not validated. It begins with a digit, or with a point and a digit. A character in C syntax, such as
    /// `'a'`, is also a number token.
    Number,
    /// A string, `"…"`.
    Text,
    /// Any other character.
    Punct(char),
    /// A string or comment without an end: `"…` or `/*…`.
    Unclosed,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The bytes of the token in the text.
    pub span: Span,
}

/// A reader of tokens, which skips comments and white space.
struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    foreign: Vec<Span>,
}

/// Returns the tokens of a text, and the spans of characters that PTX does not allow. The time is
/// linear in the length of the text.
#[must_use]
pub fn tokens(text: &str) -> (Vec<Token>, Vec<Span>) {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, foreign: Vec::new() };
    let mut tokens = Vec::new();
    while let Some(start) = lexer.skip_blanks() {
        let kind = lexer.token();
        tokens.push(Token { kind, span: start..lexer.at });
    }
    (tokens, lexer.foreign)
}

/// Returns whether PTX forbids a byte. PTX allows only some of the ASCII characters (PTX ISA, "Source Format").
fn is_foreign(byte: u8) -> bool {
    matches!(byte, b'`' | b'\'' | b'\\' | b'#' | 0x80..)
        || byte.is_ascii_control() && !is_blank(byte)
}

/// The characters that may follow `\` in a C string.
const ESCAPED: &[u8] = b"abfnrtv0\"'\\?";

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn eat_while(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&belongs) {
            self.at += 1;
        }
    }

    /// Skips white space, comments, and characters that PTX does not allow. Returns the start of the
    /// next token.
    fn skip_blanks(&mut self) -> Option<usize> {
        loop {
            match (self.peek(0)?, self.peek(1)) {
                (b'/', Some(b'/')) => self.eat_while(|b| b != b'\n'),
                (b'/', Some(b'*')) => match self.text[self.at + 2..].find("*/") {
                    Some(length) => self.at += length + 4,
                    None => return Some(self.at),
                },
                (byte, _) if is_blank(byte) => self.at += 1,
                (b'#', _) if self.is_line_marker() => self.eat_while(|b| b != b'\n'),
                // Report a comment of another language, which begins with `#`, as one fault. `#1`
                // is a number in other assemblers, so the `#` of a comment must begin the line or
                // precede a blank.
                (b'#', next) if self.begins_line() || next.is_none_or(is_blank) => {
                    let start = self.at;
                    self.eat_while(|b| !matches!(b, b'\n' | b'\\' | b'"'));
                    self.foreign.push(start..self.at);
                }
                (b'\'', _) if self.is_character() => return Some(self.at),
                (byte, _) if is_foreign(byte) => {
                    let start = self.at;
                    while self.peek(0).is_some_and(is_foreign) {
                        let is_escape = self.peek(0) == Some(b'\\')
                            && self.peek(1).is_some_and(|b| ESCAPED.contains(&b));
                        self.at += if is_escape { 2 } else { 1 };
                    }
                    self.foreign.push(start..self.at);
                }
                _ => return Some(self.at),
            }
        }
    }

    /// Returns whether a character in C syntax comes next, such as `'a'`. The lexer turns the character into one token,
    /// so that the parser reports one faulty operand.
    fn is_character(&self) -> bool {
        let is_plain = self.peek(1).is_some_and(|b| b.is_ascii_graphic() && b != b'\\');
        is_plain && self.peek(2) == Some(b'\'')
    }

    /// Returns whether the next `#` begins a preprocessor's line marker, such as `# 1 "kernel.cu"` or
    /// `#line 1 "kernel.cu"`.
    fn is_line_marker(&self) -> bool {
        let line = self.text[self.at + 1..].lines().next().unwrap_or_default().trim();
        let number = match line.strip_prefix("line") {
            Some(rest) if rest.starts_with([' ', '\t']) => rest.trim_start(),
            _ => line,
        };
        let Some((number, file)) = number.split_once([' ', '\t']) else { return false };
        let flags = file.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_flags = |(_, flags): (&str, &str)| flags.split_whitespace().all(is_number);
        self.begins_line() && is_number(number) && flags.is_some_and(is_flags)
    }

    /// Returns whether the line has only blanks before the next byte.
    fn begins_line(&self) -> bool {
        let before = self.bytes[..self.at].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
        before.is_none_or(|b| *b == b'\n')
    }

    fn token(&mut self) -> TokenKind {
        let after_dot = self.at > 0 && self.bytes[self.at - 1] == b'.';
        match self.bytes[self.at] {
            b if after_dot && is_letter(b) => {
                // A word after a dot may contain digits and `::`: `.3d`, `.L1::evict_last`.
                self.eat_while(|b| is_letter(b) || b == b':');
                TokenKind::Word
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.begins_fraction() => self.number(),
            b'%' if self.peek(1).is_some_and(is_letter) => {
                self.at += 1;
                self.eat_while(is_letter);
                TokenKind::Word
            }
            b if is_letter(b) => {
                self.eat_while(is_letter);
                TokenKind::Word
            }
            b'"' => self.text(),
            b'\'' => {
                self.at += 3;
                TokenKind::Number
            }
            b'/' if self.peek(1) == Some(b'*') => {
                self.at = self.bytes.len();
                TokenKind::Unclosed
            }
            _ => {
                let letter = self.text[self.at..].chars().next().unwrap_or('\0');
                self.at += letter.len_utf8();
                TokenKind::Punct(letter)
            }
        }
    }

    /// Returns whether the next dot begins a number, such as `.5`. In `tex.2d` and `tex .2d`, a word follows the dot.
    fn begins_fraction(&self) -> bool {
        let follows_word = self.at > 0 && is_letter(self.bytes[self.at - 1]);
        let rest = &self.bytes[self.at + 1..];
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let is_shape = matches!(rest.get(digits), Some(b'd' | b'x'));
        digits > 0 && !follows_word && !is_shape
    }

    /// Reads a number. The number is validated later, when its type is known.
    fn number(&mut self) -> TokenKind {
        let start = self.at;
        let hexadecimal = self.peek(0) == Some(b'0')
            && self.peek(1).is_some_and(|b| matches!(b, b'x' | b'X' | b'f' | b'F' | b'd' | b'D'));
        let mut before = b'0';
        while let Some(byte) = self.peek(0) {
            let exponent = matches!(before, b'e' | b'E') && matches!(byte, b'+' | b'-');
            if !(is_letter(byte) || byte == b'.' || exponent && !hexadecimal) {
                break;
            }
            before = byte;
            self.at += 1;
        }
        debug_assert!(self.at > start);
        TokenKind::Number
    }

    fn text(&mut self) -> TokenKind {
        self.at += 1;
        let mut escaped = false;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => return TokenKind::Unclosed,
                b'"' if !escaped => {
                    self.at += 1;
                    return TokenKind::Text;
                }
                _ => escaped = byte == b'\\' && !escaped,
            }
            let start = self.at;
            self.eat_while(|byte| !byte.is_ascii());
            if self.at > start {
                self.foreign.push(start..self.at);
            } else {
                self.at += 1;
            }
        }
        TokenKind::Unclosed
    }
}
