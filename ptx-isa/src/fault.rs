//! A message at one word of an instruction.

use crate::code::Code;
use crate::message::Message;
use std::fmt;

/// The word of an instruction that a fault points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The mnemonic: a modifier is missing after it, or the instruction is not supported.
    Mnemonic,
    /// The modifier with this index, counted from the mnemonic.
    Modifier(usize),
    /// The operand with this index; the first operand, usually the destination, is 0.
    Operand(usize),
    /// An element of an operand: the index of the operand, then the index in `{a, b}` or `p|q`.
    Element(usize, usize),
}

/// A fault of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The word that is wrong.
    pub at: At,
    /// The message.
    pub message: Message,
}

impl Fault {
    /// Builds a fault at a word.
    pub fn new(at: At, message: impl Into<Message>) -> Self {
        Self { at, message: message.into() }
    }

    /// Sets the kind, unless the message has one.
    #[must_use]
    pub fn coded(mut self, code: Code) -> Self {
        self.message = self.message.coded(code);
        self
    }

    /// Adds the reason.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.message = self.message.note(note);
        self
    }

    /// Sets the help: what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.message = self.message.help(help);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}
