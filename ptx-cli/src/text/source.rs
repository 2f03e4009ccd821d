//! A text with its name, and lines and columns in it.

use super::Span;

/// A text to check.
#[derive(Debug)]
pub struct Source {
    /// What messages call it.
    pub name: String,
    /// The text.
    pub text: String,
    /// Where each line begins.
    lines: Vec<usize>,
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Source {
    /// Takes any bytes; those that are not UTF-8 become U+FFFD.
    #[must_use]
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Self { name: name.into(), text, lines }
    }

    /// The number of the line, from 0, that a byte lies in.
    fn line_of(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Where a byte lies.
    #[must_use]
    pub fn place(&self, at: usize) -> Place {
        let line = self.line_of(at);
        let column = self.text[self.lines[line]..at].chars().count();
        Place { line: line + 1, column: column + 1 }
    }

    /// The lines that a span touches: the number of the first, counted from 1, and their bytes.
    #[must_use]
    pub fn lines(&self, span: &Span) -> (usize, Span) {
        let first = self.line_of(span.start);
        let last = self.line_of(span.end.saturating_sub(1).max(span.start));
        let end = self.lines.get(last + 1).copied().unwrap_or(self.text.len());
        (first + 1, self.lines[first]..end)
    }
}
