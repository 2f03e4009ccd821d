//! The type of the faults that this crate reports.

use crate::syntax::Span;
use ptx_isa::{Code, Message};

/// A fault, with its position in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the text to underline.
    pub span: Span,
    /// The text, notes and help for the user.
    pub message: Message,
    /// The spelling of the faulty instruction; `None` if the fault is outside of instructions.
    pub mnemonic: Option<String>,
}

impl Fault {
    /// Creates a fault without a mnemonic.
    #[must_use]
    pub fn new(span: Span, message: impl Into<Message>) -> Self {
        Self { span, message: message.into(), mnemonic: None }
    }
}

impl Fault {
    /// Sets the code of the message, unless it has a code already.
    #[must_use]
    pub fn coded(mut self, code: Code) -> Self {
        self.message = self.message.coded(code);
        self
    }
}

impl From<&crate::syntax::Fault> for Fault {
    fn from(fault: &crate::syntax::Fault) -> Self {
        let message = Message {
            code: Code::Syntax,
            what: fault.what.clone(),
            notes: fault.note.iter().map(ToString::to_string).collect(),
            help: fault.help.clone(),
        };
        Self::new(fault.span.clone(), message)
    }
}
