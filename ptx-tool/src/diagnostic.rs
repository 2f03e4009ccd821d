//! A message about a text, for other programs.

use crate::check::{self, Level};
use ptx_text::Source;
use std::fmt;

/// One message about a text, and its place: what `ptx-bits check --json` prints, field by field.
///
/// Lines and columns are counted from 1, columns in characters. The end is exclusive: the column after
/// the last character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub level: Level,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Why it is wrong.
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Option<String>,
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line in which it ends.
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
}

impl Diagnostic {
    /// A message about a text, with its lines and columns.
    ///
    /// ```
    /// use ptx_tool::Diagnostic;
    /// use ptx_tool::check::{Defaults, check};
    /// use ptx_text::Source;
    ///
    /// let source = Source::new("example.ptx", b"\tadd.foo.f32 a, b, c;");
    /// let said = check(&source, &Defaults::default());
    /// let diagnostic = Diagnostic::new(&said[0], &source);
    /// assert_eq!((diagnostic.column, diagnostic.end_column), (5, 9));
    /// assert!(diagnostic.to_string().starts_with("error: "));
    /// ```
    #[must_use]
    pub fn new(said: &check::Finding, source: &Source) -> Self {
        let (start, end) = (source.place(said.span.start), source.place(said.span.end));
        Self {
            level: said.level,
            message: said.message.what.clone(),
            notes: said.message.notes.clone(),
            help: said.message.help.clone(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

impl fmt::Display for Diagnostic {
    /// The level and the message, then lines that begin with `note:` and `help:`, as rustc prints
    /// them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.level.name(), self.message)?;
        for note in &self.notes {
            write!(f, "\nnote: {note}")?;
        }
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}
