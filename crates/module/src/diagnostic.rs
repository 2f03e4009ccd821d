//! Findings with line and column numbers, for other programs.

use crate::check::{self, Level};
use crate::syntax::{Source, SourceLine};
use ptx_isa::Code;
use std::fmt;
use std::sync::Arc;

/// A finding with line and column numbers. `ptx-bits check --json` prints the same fields.
///
/// Lines and columns are counted from 1. Columns count characters. The end position is exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub level: Level,
    /// The kind of the finding.
    pub code: Code,
    /// The fault, in one sentence without a full stop.
    pub message: String,
    /// The reasons, one sentence each.
    pub notes: Vec<String>,
    /// The help: what to write instead.
    pub help: Option<String>,
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line of the end position.
    pub end_line: usize,
    /// The column of the end position, which is after the last character.
    pub end_column: usize,
    /// The line of the source that the first line was compiled from.
    pub origin: Option<Arc<SourceLine>>,
}

impl Diagnostic {
    /// Converts a finding about a text: determines its lines and columns.
    ///
    /// ```
    /// use ptx_module::Diagnostic;
    /// use ptx_module::check::{Defaults, check};
    /// use ptx_module::syntax::Source;
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
            help: finding.message.help_text().map(Into::into),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            origin: source.origin(finding.span.start),
        }
    }
}

impl fmt::Display for Diagnostic {
    /// Writes the level and the message. Lines with `note:` and `help:` follow, as in rustc.
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
