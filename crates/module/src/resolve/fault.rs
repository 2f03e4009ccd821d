//! The type of the faults that this crate reports.

use crate::syntax::{Instruction, Span};
use ptx_isa::{Code, Help, Message, Part};

/// A fault, with its position in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the text to underline.
    pub span: Span,
    /// The text, notes and help for the user.
    pub message: Message,
    /// The spelling of the faulty instruction; `None` if the fault is outside of instructions.
    pub mnemonic: Option<String>,
    /// The statement with the fault; `None` if a fault is outside of statements.
    pub place: Option<Box<Spans>>,
}

/// The position of a statement with a fault. A correction may replace parts of the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    /// The whole statement, with its guard and its `;`.
    pub statement: Span,
    /// The mnemonic and the modifiers; empty if the statement is not an instruction.
    pub spelling: Span,
    /// The mnemonic.
    pub mnemonic: Span,
}

impl Spans {
    /// Returns the position of an instruction.
    #[must_use]
    pub fn of(written: &Instruction<'_>) -> Self {
        Self {
            statement: written.span.clone(),
            spelling: written.spelling_span(),
            mnemonic: written.mnemonic.span.clone(),
        }
    }

    /// Returns the position of a statement that is not an instruction.
    #[must_use]
    pub fn of_statement(statement: Span) -> Self {
        let none = statement.start..statement.start;
        Self { statement, spelling: none.clone(), mnemonic: none }
    }
}

impl Fault {
    /// Creates a fault without a mnemonic.
    #[must_use]
    pub fn new(span: Span, message: impl Into<Message>) -> Self {
        Self { span, message: message.into(), mnemonic: None, place: None }
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
            help: fault.help.as_ref().map(|help| {
                Box::new(match help {
                    crate::syntax::Help::Code { text, span, code } => {
                        let part = Part::Bytes(span.start, span.end);
                        Help::code(text.as_str(), [part.with(code.as_str())])
                    }
                    crate::syntax::Help::Advice(text) => text.as_str().into(),
                })
            }),
        };
        Self::new(fault.span.clone(), message)
    }
}
