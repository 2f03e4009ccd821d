//! Findings with lines and columns, for other programs.

use crate::check::{self, Level};
use ptx_isa::Code;
use ptx_text::Source;
use std::fmt;

/// A finding with lines and columns. `ptx-bits check --json` prints the same fields.
///
/// Lines and columns are counted from 1, columns in characters. The end is exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub level: Level,
    /// The kind.
    pub code: Code,
    /// The fault, in one sentence without a full stop.
    pub message: String,
    /// The reasons.
    pub notes: Vec<String>,
    /// The help: what to write instead.
    pub help: Option<String>,
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
}

impl Diagnostic {
    /// Returns a finding about a text with its lines and columns.
    ///
    /// ```
    /// use ptx_tool::Diagnostic;
    /// use ptx_tool::check::{Defaults, check};
    /// use ptx_text::Source;
    ///
    /// let source = Source::new("example.ptx", b"\tadd.foo.f32 a, b, c;");
    /// let findings = check(&source, &Defaults::default());
    /// let diagnostic = Diagnostic::new(&findings[0], &source);
    /// assert_eq!((diagnostic.column, diagnostic.end_column), (5, 9));
    /// assert!(diagnostic.to_string().starts_with("error: "));
    /// ```
    #[must_use]
    pub fn new(finding: &check::Finding, source: &Source) -> Self {
        let (start, end) = (source.place(finding.span.start), source.place(finding.span.end));
        Self {
            level: finding.level,
            code: finding.message.code,
            message: finding.message.what.clone(),
            notes: finding.message.notes.clone(),
            help: finding.message.help.clone(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

impl fmt::Display for Diagnostic {
    /// Writes the level and the message, then lines that start with `note:` and `help:`, like rustc.
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
