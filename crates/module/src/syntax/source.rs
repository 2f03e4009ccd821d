//! A text with a name, and its line and column numbers.

use super::origin::{Origins, SourceLine, origins};
use crate::syntax::Span;
use std::sync::{Arc, OnceLock};

/// A text with its file name.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file name to show in messages.
    pub name: String,
    /// The text.
    pub text: String,
    /// The byte at which each line starts.
    lines: Vec<usize>,
    /// The number of characters before each block of [`STEP`] bytes. These numbers make the column in a long line fast
    /// to compute.
    characters: Vec<usize>,
    /// The bytes whose place in the file is known, with this place. Empty if the text is the whole file.
    marks: Vec<(usize, Place)>,
    /// The source lines that the text was compiled from. Computed at the first use.
    origins: OnceLock<Origins>,
}

const STEP: usize = 256;

fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !matches!(byte, 0x80..0xc0)).count()
}

/// A line and a column, both counted from 1. A column is a number of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the line.
    pub line: usize,
    /// The number of the column.
    pub column: usize,
}

impl Source {
    /// Creates a source from any bytes. Bytes that are not UTF-8 become U+FFFD. Omits the NUL characters at the end of
    /// the text, which compilers such as NVRTC write.
    ///
    /// ```
    /// assert_eq!(ptx_module::syntax::Source::new("a.ptx", b"ret;\n\0\0").text, "ret;\n");
    /// ```
    #[must_use]
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        let mut text = String::from_utf8_lossy(bytes).into_owned();
        let is_end = |letter: char| letter == '\0' || letter.is_ascii_whitespace();
        let content = text.trim_end_matches(is_end).len();
        if content > 0
            && let Some(nul) = text[content..].find('\0')
        {
            text.truncate(content + nul);
        }
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        let mut sum = 0;
        let before = |block: &[u8]| {
            sum += characters(block);
            sum - characters(block)
        };
        let characters = text.as_bytes().chunks(STEP).map(before).collect();
        let (marks, origins) = (Vec::new(), OnceLock::new());
        Self { name: name.into(), text, lines, characters, marks, origins }
    }

    /// Creates a source from a text that consists of parts of a file. Each mark is the first byte of a part, and its place
    /// in the file. The first mark is byte 0.
    ///
    /// ```
    /// use ptx_module::syntax::{Place, Source};
    ///
    /// let place = |line, column| Place { line, column };
    /// let source = Source::of_parts("a.cu", "ab\ncd", vec![(0, place(7, 5)), (3, place(8, 9))]);
    /// assert_eq!((source.place(1), source.place(4)), (place(7, 6), place(8, 10)));
    /// ```
    #[must_use]
    pub fn of_parts(name: &str, text: &str, marks: Vec<(usize, Place)>) -> Self {
        Self { marks, ..Self::new(name, text.as_bytes()) }
    }

    /// Returns the file name without its folder.
    #[must_use]
    pub fn file(&self) -> &str {
        self.name.rsplit(['/', '\\']).next().unwrap_or_default()
    }

    /// Returns the line that contains a byte, counted from 0.
    fn line_of(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at).saturating_sub(1)
    }

    fn characters_before(&self, at: usize) -> usize {
        let block = at / STEP;
        let known = self.characters.get(block).copied();
        match known {
            Some(known) => known + characters(&self.text.as_bytes()[block * STEP..at]),
            // `at` is the end of the text. No block begins there, because the last block is full.
            None => {
                characters(&self.text.as_bytes()[(block * STEP).saturating_sub(STEP)..])
                    + self.characters.last().copied().unwrap_or(0)
            }
        }
    }

    /// Returns the line and column of a byte. If the text consists of parts of a file, the numbers are those of the file.
    #[must_use]
    pub fn place(&self, at: usize) -> Place {
        let marked = self.marks.partition_point(|mark| mark.0 <= at).checked_sub(1);
        let Some((start, first)) = marked.map(|i| self.marks[i]) else {
            return self.place_in_text(at);
        };
        let (from, to) = (self.place_in_text(start), self.place_in_text(at));
        let column = match to.line == from.line {
            true => first.column + to.column - from.column,
            false => to.column,
        };
        Place { line: first.line + to.line - from.line, column }
    }

    /// Returns the line of the CUDA C++ or Python file that the instruction at a byte was compiled from. Returns `None` if
    /// the text has no `.loc` for the instruction. The first call takes time linear in the length of the text.
    #[must_use]
    pub fn origin(&self, at: usize) -> Option<Arc<SourceLine>> {
        let origins = self.origins.get_or_init(|| origins(&self.text));
        let before = origins.partition_point(|origin| origin.0 <= at).checked_sub(1)?;
        origins[before].1.clone()
    }

    fn place_in_text(&self, at: usize) -> Place {
        let line = self.line_of(at);
        let column = self.characters_before(at) - self.characters_before(self.lines[line]);
        Place { line: line + 1, column: column + 1 }
    }

    /// Returns the number of a span's first line, counted from 1, and the byte range of all its
    /// lines.
    #[must_use]
    pub fn lines(&self, span: &Span) -> (usize, Span) {
        let first = self.line_of(span.start);
        let last = self.line_of(span.end.saturating_sub(1).max(span.start));
        let end = self.lines.get(last + 1).copied().unwrap_or(self.text.len());
        (first + 1, self.lines[first]..end)
    }
}
