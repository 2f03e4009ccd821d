//! A lexer for C++ that finds `asm` statements.

use ptx_module::syntax::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier or keyword.
    Word,
    /// A number.
    Number,
    /// `"…"` with its prefix.
    Text {
        /// The byte range of the characters between the quotes.
        inner: (usize, usize),
        /// Whether the string is raw, so that it has no escapes: `R"(…)"`.
        is_raw: bool,
    },
    /// `'…'`
    Character,
    /// A whole line with a preprocessor directive other than `#define`.
    Directive,
    /// The end of a `#define`.
    EndOfDefinition,
    /// Any other byte.
    Punct(u8),
}

/// A token and its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

impl Token {
    pub(super) fn is(&self, punct: u8) -> bool {
        self.kind == TokenKind::Punct(punct)
    }
}

/// Splits a text into tokens. Skips comments and white space. Accepts any text.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Whether only white space precedes the current position on its line.
    is_line_start: bool,
    /// Whether the current position is inside a `#define`.
    is_definition: bool,
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// The prefixes of string literals. Those that contain `R` are raw.
const PREFIXES: &[&str] = &["R", "L", "u8", "u", "U", "LR", "u8R", "uR", "UR"];

/// The maximum length of a raw string's delimiter.
const LONGEST_DELIMITER: usize = 16;

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        Self { text, bytes, at: 0, is_line_start: true, is_definition: false }
    }

    /// Returns the position after the last token.
    pub(super) const fn position(&self) -> usize {
        self.at
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Returns the length of the line splice (a backslash and a line end) at the current position. Returns `None` if
    /// there is no line splice.
    fn splice(&self) -> Option<usize> {
        match (self.peek(0)?, self.peek(1), self.peek(2)) {
            (b'\\', Some(b'\n'), _) => Some(2),
            (b'\\', Some(b'\r'), Some(b'\n')) => Some(3),
            _ => None,
        }
    }

    /// Skips the rest of the line. A spliced line continues on the next line.
    fn skip_line(&mut self) {
        while let Some(byte) = self.peek(0) {
            match self.splice() {
                Some(length) => self.at += length,
                None if byte == b'\n' => return,
                None => self.at += 1,
            }
        }
    }

    /// Skips a comment, if one starts here. Returns whether a comment was skipped.
    fn skip_comment(&mut self) -> bool {
        match (self.peek(0), self.peek(1)) {
            (Some(b'/'), Some(b'/')) => self.skip_line(),
            (Some(b'/'), Some(b'*')) => {
                let end = self.text[self.at + 2..].find("*/");
                self.at = end.map_or(self.bytes.len(), |length| self.at + 2 + length + 2);
            }
            _ => return false,
        }
        true
    }

    /// Returns the next token. Returns `None` at the end of the text.
    pub(super) fn next(&mut self) -> Option<Token> {
        loop {
            let start = self.at;
            let Some(byte) = self.peek(0) else {
                let is_open = std::mem::take(&mut self.is_definition);
                let token = Token { kind: TokenKind::EndOfDefinition, span: start..start };
                return is_open.then_some(token);
            };
            if let Some(length) = self.splice() {
                self.at += length;
                continue;
            }
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.is_line_start = true;
                    if std::mem::take(&mut self.is_definition) {
                        return Some(Token {
                            kind: TokenKind::EndOfDefinition,
                            span: start..start,
                        });
                    }
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.skip_comment() => {}
                b'#' if self.is_line_start && !self.is_definition => {
                    self.is_line_start = false;
                    if !self.define() {
                        self.skip_line();
                        return Some(Token { kind: TokenKind::Directive, span: start..self.at });
                    }
                }
                _ => {
                    self.is_line_start = false;
                    let kind = self.token(byte);
                    return Some(Token { kind, span: start..self.at });
                }
            }
        }
    }

    /// Skips the name and the parameters of a `#define`. Returns `false` if the directive is not a `#define`.
    fn define(&mut self) -> bool {
        let rest = self.text[self.at + 1..].trim_start_matches([' ', '\t']);
        let Some(rest) = rest.strip_prefix("define") else { return false };
        if !rest.starts_with([' ', '\t', '\\']) {
            return false;
        }
        self.at = self.bytes.len() - rest.len();
        while let Some(byte) = self.peek(0) {
            match self.splice() {
                Some(length) => self.at += length,
                None if matches!(byte, b' ' | b'\t') => self.at += 1,
                None => break,
            }
        }
        self.skip_while(is_letter);
        if self.peek(0) == Some(b'(') {
            self.skip_while(|byte| byte != b')' && byte != b'\n');
            self.at += usize::from(self.peek(0) == Some(b')'));
        }
        self.is_definition = true;
        true
    }

    fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&belongs) {
            self.at += 1;
        }
    }

    fn token(&mut self, first: u8) -> TokenKind {
        match first {
            b'"' => self.string(),
            b'\'' => {
                self.at += 1;
                self.skip_quoted(b'\'');
                TokenKind::Character
            }
            b'0'..=b'9' => self.number(),
            b if is_letter(b) => {
                let start = self.at;
                self.skip_while(is_letter);
                let word = &self.text[start..self.at];
                match self.peek(0) {
                    Some(b'"') if PREFIXES.contains(&word) && word.ends_with('R') => {
                        self.raw_string()
                    }
                    Some(b'"') if PREFIXES.contains(&word) => self.string(),
                    _ => TokenKind::Word,
                }
            }
            _ => {
                self.at += 1;
                TokenKind::Punct(first)
            }
        }
    }

    /// Reads a number. A `'` may separate digits.
    fn number(&mut self) -> TokenKind {
        let mut before = b'0';
        while let Some(byte) = self.peek(0) {
            let is_sign = matches!(byte, b'+' | b'-')
                && matches!(before, b'e' | b'E' | b'p' | b'P')
                && self.peek(1).is_some_and(|b| b.is_ascii_digit());
            let is_separator = byte == b'\'' && self.peek(1).is_some_and(is_letter);
            if !(is_letter(byte) || byte == b'.' || is_sign || is_separator) {
                break;
            }
            before = byte;
            self.at += 1;
        }
        TokenKind::Number
    }

    /// Skips to the closing quote, or to the end of the line.
    fn skip_quoted(&mut self, quote: u8) {
        while let Some(byte) = self.peek(0) {
            match (self.splice(), byte) {
                (Some(length), _) => self.at += length,
                (None, b'\n') => return,
                (None, b'\\') => self.at = (self.at + 2).min(self.bytes.len()),
                (None, byte) => {
                    self.at += 1;
                    if byte == quote {
                        return;
                    }
                }
            }
        }
    }

    fn string(&mut self) -> TokenKind {
        let start = self.at + 1;
        self.at = start;
        self.skip_quoted(b'"');
        let is_closed = self.at > start && self.bytes[self.at - 1] == b'"';
        TokenKind::Text { inner: (start, self.at - usize::from(is_closed)), is_raw: false }
    }

    /// Reads a raw string: `"delimiter(…)delimiter"`.
    fn raw_string(&mut self) -> TokenKind {
        let rest = &self.text[self.at + 1..];
        let delimiter = rest.bytes().take(LONGEST_DELIMITER + 1).position(|b| b == b'(');
        let Some(delimiter) = delimiter.map(|length| &rest[..length]) else { return self.string() };
        let start = self.at + 1 + delimiter.len() + 1;
        let close = format!("){delimiter}\"");
        let end = self.text[start..].find(&close).map(|length| start + length);
        self.at = end.map_or(self.bytes.len(), |end| end + close.len());
        TokenKind::Text { inner: (start, end.unwrap_or(self.bytes.len())), is_raw: true }
    }
}
