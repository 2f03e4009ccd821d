//! What is wrong with the punctuation of a text.

use crate::Span;

/// A fault of the punctuation: the text is not PTX, whatever its instructions mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its place in the text.
    pub span: Span,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub help: Option<&'static str>,
}

impl Fault {
    pub(crate) fn new(span: Span, what: impl Into<String>) -> Self {
        Self { span, what: what.into(), help: None }
    }

    pub(crate) fn help(self, help: &'static str) -> Self {
        Self { help: Some(help), ..self }
    }
}
