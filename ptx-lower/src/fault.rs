//! A fault of a PTX file.

use ptx_isa::{Code, Message};
use ptx_text::Span;

/// A fault at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The place in the text.
    pub span: Span,
    /// The message.
    pub message: Message,
    /// The spelling of the faulty instruction; `None` if no instruction is faulty.
    pub mnemonic: Option<String>,
}

impl Fault {
    /// Creates a fault that names no instruction.
    #[must_use]
    pub fn new(span: Span, message: impl Into<Message>) -> Self {
        Self { span, message: message.into(), mnemonic: None }
    }
}

impl Fault {
    /// Sets the kind, unless the message has one.
    #[must_use]
    pub fn coded(mut self, code: Code) -> Self {
        self.message = self.message.coded(code);
        self
    }
}

impl From<&ptx_text::Fault> for Fault {
    fn from(fault: &ptx_text::Fault) -> Self {
        let message = Message {
            code: Code::Syntax,
            what: fault.what.clone(),
            notes: fault.note.iter().map(ToString::to_string).collect(),
            help: fault.help.map(String::from),
        };
        Self::new(fault.span.clone(), message)
    }
}
