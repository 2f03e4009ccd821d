//! A fault: a message with the word of the instruction to underline.

use crate::code::Code;
use crate::help::Help;
use crate::message::Message;
use std::fmt;

/// A part of an instruction, to underline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The mnemonic. Also used if a modifier is missing or the instruction is not supported.
    Mnemonic,
    /// The modifier with this index.
    Modifier(usize),
    /// The operand with this index. Operand 0 is usually the destination.
    Operand(usize),
    /// An element of an operand `{a, b}` or `p|q`: the index of the operand, then the index of the element.
    Element(usize, usize),
}

/// A fault in an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part to underline.
    pub at: At,
    /// The message.
    pub message: Message,
}

impl Fault {
    /// Creates a fault.
    pub fn new(at: At, message: impl Into<Message>) -> Self {
        Self { at, message: message.into() }
    }

    /// Sets the code of the message, unless it has a code already.
    #[must_use]
    pub fn coded(mut self, code: Code) -> Self {
        self.message = self.message.coded(code);
        self
    }

    /// Adds a note with the reason.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.message = self.message.note(note);
        self
    }

    /// Sets the help with the correction.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        self.message = self.message.help(help);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}
