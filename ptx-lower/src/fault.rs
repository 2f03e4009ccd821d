//! A fault of a PTX file.

use ptx_isa::Message;
use ptx_text::Span;

/// A fault at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The place in the text.
    pub span: Span,
    /// The message.
    pub message: Message,
    /// The spelling of the instruction at fault, if an instruction is.
    pub mnemonic: Option<String>,
}

impl Fault {
    /// A fault of no instruction.
    #[must_use]
    pub fn new(span: Span, message: impl Into<Message>) -> Self {
        Self { span, message: message.into(), mnemonic: None }
    }
}

impl From<&ptx_text::Fault> for Fault {
    fn from(fault: &ptx_text::Fault) -> Self {
        let message = Message::new(fault.what.clone());
        let message = match fault.help {
            Some(help) => message.help(help),
            None => message,
        };
        Self::new(fault.span.clone(), message)
    }
}
