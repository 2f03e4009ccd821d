//! Messages: the fault, its reasons, and the correction.

use crate::code::Code;
use crate::help::Help;
use std::fmt;

/// A message about a fault. The caller prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The kind of the fault.
    pub code: Code,
    /// The fault, in lower case.
    pub what: String,
    /// The reasons. Each is printed on a separate line.
    pub notes: Vec<String>,
    /// The correction.
    pub help: Option<Box<Help>>,
}

impl Message {
    /// Creates a message without notes and help.
    ///
    /// ```
    /// use ptx_isa::Message;
    ///
    /// let message = Message::new("unknown target `sm_99`").help("did you mean sm_90?");
    /// assert_eq!(message.to_string(), "unknown target `sm_99`\nhelp: did you mean sm_90?");
    /// ```
    pub fn new(what: impl Into<String>) -> Self {
        Self { code: Code::default(), what: what.into(), notes: Vec::new(), help: None }
    }

    /// Sets the code, unless the message has one already.
    #[must_use]
    pub fn coded(self, code: Code) -> Self {
        let code = if self.code == Code::default() { code } else { self.code };
        Self { code, ..self }
    }

    /// Adds a note with a reason.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Sets the help with the correction.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        self.help = Some(Box::new(help.into()));
        self
    }

    /// Returns the help as printed.
    #[must_use]
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref().map(Help::text)
    }
}

impl<T: Into<String>> From<T> for Message {
    fn from(what: T) -> Self {
        Self::new(what)
    }
}

impl std::error::Error for Message {}

impl fmt::Display for Message {
    /// Prints the fault, and then lines with `note:` and `help:`, like rustc.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        for note in &self.notes {
            write!(f, "\nnote: {note}")?;
        }
        if let Some(help) = &self.help {
            write!(f, "\nhelp: {help}")?;
        }
        Ok(())
    }
}
