//! A message about one word of an instruction.

use crate::message::Message;
use std::fmt;

/// The word of an instruction that a fault points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The mnemonic: something is missing after it, or nothing of it exists here.
    Mnemonic,
    /// The modifier with this index, counted from the mnemonic.
    Modifier(usize),
    /// The operand with this index, the destination being 0.
    Operand(usize),
    /// An element of that operand, of a vector `{a, b}` or a pair `p|q`.
    Element(usize, usize),
}

/// One thing wrong with one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The word at fault.
    pub at: At,
    /// The message.
    pub message: Message,
}

impl Fault {
    /// A fault at a word.
    pub fn new(at: At, message: impl Into<Message>) -> Self {
        Self { at, message: message.into() }
    }

    /// Adds why it is wrong.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.message = self.message.note(note);
        self
    }

    /// Sets what to write instead.
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
