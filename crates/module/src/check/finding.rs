//! The findings of the checker, and its defaults.

use crate::resolve::{Fault, Spans};
use crate::syntax::Span;
use ptx_isa::{Code, Dialect, Help, Message, Target, Version};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The text is not PTX.
    Error,
    /// The text deviates from the manual's syntax, but `ptxas` accepts it.
    Warning,
    /// The text is valid PTX, but may not mean what the reader expects.
    Note,
    /// A part of the text was not checked, for example an instruction that is not in the instruction table.
    Unchecked,
}

impl Level {
    /// Returns the word for the level in JSON: `error`, `warning`, `note` or `unchecked`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Unchecked => "unchecked",
        }
    }
}

/// A finding about a text.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The severity.
    pub level: Level,
    /// The position in the text.
    pub span: Span,
    /// The fault, its reasons, and the help.
    pub message: Message,
    /// A related position, with its label.
    pub other: Option<Box<(Span, String)>>,
    /// The statement with the fault, parts of which a correction may replace.
    pub place: Option<Box<Spans>>,
}

impl Finding {
    /// Creates a finding without a related position.
    #[must_use]
    pub fn new(level: Level, span: Span, message: impl Into<Message>) -> Self {
        Self { level, span, message: message.into(), other: None, place: None }
    }

    /// Creates an error.
    #[must_use]
    pub fn error(span: Span, message: impl Into<Message>) -> Self {
        Self::new(Level::Error, span, message)
    }

    /// Sets the code of the message, unless the message has a code already.
    #[must_use]
    pub fn coded(mut self, code: Code) -> Self {
        self.message = self.message.coded(code);
        self
    }

    /// Appends a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.message = self.message.note(note);
        self
    }

    /// Moves all positions, for a text that is a part of another text.
    pub fn move_by(&mut self, place: impl Fn(&Span) -> Span) {
        self.span = place(&self.span);
        if let Some(other) = &mut self.other {
            other.0 = place(&other.0);
        }
        if let Some(whole) = &mut self.place {
            for span in [&mut whole.statement, &mut whole.spelling, &mut whole.mnemonic] {
                *span = place(span);
            }
        }
        if let Some(help) = &mut self.message.help {
            help.moved(|start, end| {
                let span = place(&(start..end));
                (span.start, span.end)
            });
        }
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        self.message = self.message.help(help);
        self
    }
}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Self {
        Self { place: fault.place, ..Self::error(fault.span, fault.message) }
    }
}

/// The version and the target of texts without `.version` or `.target`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults {
    /// The value of the option `--ptx-version`.
    pub version: Option<Version>,
    /// The value of the option `--target`.
    pub target: Option<Target>,
}

impl Defaults {
    /// Returns the dialect of a text that has neither `.version` nor `.target`.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        let mut dialect = Dialect::default();
        if let Some(version) = self.version {
            dialect.version = Some(version);
            dialect.version_set = "by the option `--ptx-version`".into();
        }
        if let Some(target) = self.target {
            dialect.target = Some(target);
            dialect.target_set = "by the option `--target`".into();
        }
        dialect
    }
}
