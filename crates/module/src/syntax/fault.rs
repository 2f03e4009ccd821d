//! Syntax faults, which the parser reports.

use crate::syntax::Span;

/// A syntax fault: tokens are missing or unexpected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the text to underline.
    pub span: Span,
    /// The message: what is wrong.
    pub what: String,
    /// A note with the reason, if the message alone does not explain the fault.
    pub note: Option<&'static str>,
    /// What to write instead.
    pub help: Option<Help>,
}

/// The correction of a syntax fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Help {
    /// Code that replaces a part of the text.
    Code {
        /// The help as printed.
        text: String,
        /// The bytes to replace.
        span: Span,
        /// The code to write in their place.
        code: String,
    },
    /// Advice that only the user can carry out.
    Advice(String),
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        Self::Advice(text.into())
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self::Advice(text)
    }
}

/// The message about a comma that ends a statement.
const COMMA: &str = "expected `;`, found `,`";

const MISSING_SEMICOLON: &str = "missing `;`";

impl Fault {
    pub(crate) fn new(span: Span, what: impl Into<String>) -> Self {
        Self { span, what: what.into(), note: None, help: None }
    }

    /// Reports a statement without a `;`.
    pub(crate) fn missing_semicolon(span: Span) -> Self {
        let note = Some("every statement ends with `;`");
        Self { note, ..Self::new(span, MISSING_SEMICOLON) }
    }

    /// Reports a character that belongs to a C string around the PTX text, such as `\n`.
    pub(crate) fn from_c(span: Span, found: &str) -> Self {
        Self::new(span, format!("`{found}` is from a C string")).remove()
    }

    /// Reports a statement that ends with `,`. `span` is the comma.
    pub(crate) fn comma_at_end(span: Span) -> Self {
        Self::new(span, COMMA).write(";", " in place of `,`")
    }

    /// Returns whether a new statement begins after the fault, so that no tokens must be skipped.
    pub(crate) fn is_at_end(&self) -> bool {
        self.what == MISSING_SEMICOLON || self.what == COMMA
    }

    pub(crate) fn help(self, help: impl Into<Help>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Sets the help "write `code`" for the underlined words. Some words may follow.
    pub(crate) fn write(self, code: &str, words: &str) -> Self {
        let (text, span) = (format!("write `{code}`{words}"), self.span.clone());
        self.help(Help::Code { text, span, code: code.into() })
    }

    /// Sets the help to remove the underlined words.
    pub(crate) fn remove(self) -> Self {
        let (text, span, code) = ("remove it".into(), self.span.clone(), String::new());
        self.help(Help::Code { text, span, code })
    }

    /// Sets the help "write `code`" before the byte `at`.
    pub(crate) fn insert(self, at: usize, code: &str, text: &str) -> Self {
        let (text, span) = (text.into(), at..at);
        self.help(Help::Code { text, span, code: code.into() })
    }
}
