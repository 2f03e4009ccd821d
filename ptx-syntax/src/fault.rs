//! What is wrong with the punctuation of a text.

use crate::Span;

/// Something that is not PTX, whatever the instructions mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
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
