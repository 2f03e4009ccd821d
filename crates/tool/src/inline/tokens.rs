//! The tokens of Python and Rust code, with matching brackets.

use ptx_module::syntax::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier or keyword.
    Word,
    /// A number.
    Number,
    /// A string literal with its prefix.
    Text(Text),
    /// Any other character.
    Punct(char),
}

/// A string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Text {
    /// The byte range of the characters between the quotes.
    pub(super) inner: (usize, usize),
    /// Whether the string is raw, so that it has no escapes.
    pub(super) is_raw: bool,
    /// Whether braces contain expressions: `f"…"`.
    pub(super) is_format: bool,
}

/// A token and its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

impl Token {
    pub(super) fn is(&self, punct: char) -> bool {
        self.kind == TokenKind::Punct(punct)
    }
}

/// The tokens of a text.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    pub(super) text: &'a str,
    pub(super) all: Vec<Token>,
    /// For each opening bracket, the index of the closing bracket.
    closers: Vec<Option<usize>>,
    /// For each token, the index of the innermost bracket that is open before the token.
    parents: Vec<Option<usize>>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str, all: Vec<Token>) -> Self {
        let mut closers = vec![None; all.len()];
        let mut parents = Vec::with_capacity(all.len());
        let mut open: Vec<(usize, char)> = Vec::new();
        for (i, token) in all.iter().enumerate() {
            parents.push(open.last().map(|last| last.0));
            match token.kind {
                TokenKind::Punct('(') => open.push((i, ')')),
                TokenKind::Punct('[') => open.push((i, ']')),
                TokenKind::Punct('{') => open.push((i, '}')),
                TokenKind::Punct(close @ (')' | ']' | '}')) => {
                    if open.last().is_some_and(|last| last.1 == close)
                        && let Some((opened, _)) = open.pop()
                    {
                        closers[opened] = Some(i);
                    }
                }
                _ => {}
            }
        }
        Self { text, all, closers, parents }
    }

    /// Returns the text of a token.
    pub(super) fn word(&self, i: usize) -> &'a str {
        self.all.get(i).map_or("", |token| &self.text[token.span.clone()])
    }

    /// Returns whether a token is this punctuation character.
    pub(super) fn is(&self, i: usize, punct: char) -> bool {
        self.all.get(i).is_some_and(|token| token.is(punct))
    }

    /// Returns the index of the bracket that closes the bracket `open`.
    pub(super) fn closer(&self, open: usize) -> Option<usize> {
        self.closers.get(open).copied().flatten()
    }

    /// Returns the index of the innermost bracket around a token.
    pub(super) fn parent(&self, i: usize) -> Option<usize> {
        self.parents.get(i).copied().flatten()
    }

    /// Returns the span from a keyword to the end of a bracket.
    pub(super) fn around(&self, open: usize, keyword: &Span) -> Span {
        let last = self.closer(open).and_then(|close| self.all.get(close));
        keyword.start..last.map_or(keyword.end, |last| last.span.end)
    }

    /// Returns the index of the token after token `i`. If token `i` is an opening bracket, returns the index after the
    /// closing bracket.
    pub(super) fn after(&self, i: usize) -> usize {
        self.closer(i).unwrap_or(i) + 1
    }

    /// Splits a range of tokens at a punctuation character. Ignores the character inside inner brackets.
    pub(super) fn split(&self, range: Span, punct: char) -> Vec<Span> {
        let mut parts = Vec::new();
        let (mut first, mut i) = (range.start, range.start);
        while i < range.end {
            if self.is(i, punct) {
                parts.push(first..i);
                first = i + 1;
            }
            i = self.after(i);
        }
        if first < range.end {
            parts.push(first..range.end);
        }
        parts
    }
}

/// Returns whether a byte can be part of an identifier.
pub(super) fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
