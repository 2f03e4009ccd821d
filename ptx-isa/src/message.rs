//! Messages: what is wrong, why, and what to write instead.

use crate::code::Code;
use std::fmt;

/// A message about a fault; printing it is left to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The kind.
    pub code: Code,
    /// What is wrong, in lower case.
    pub what: String,
    /// The reasons; each is printed on a separate line.
    pub notes: Vec<String>,
    /// The help: what to write instead.
    pub help: Option<String>,
}

impl Message {
    /// Builds a message without reasons and help.
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

    /// Sets the kind, unless the message has one.
    #[must_use]
    pub fn coded(self, code: Code) -> Self {
        let code = if self.code == Code::default() { code } else { self.code };
        Self { code, ..self }
    }

    /// Adds a reason.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Sets the help: what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl<T: Into<String>> From<T> for Message {
    fn from(what: T) -> Self {
        Self::new(what)
    }
}

impl std::error::Error for Message {}

impl fmt::Display for Message {
    /// Prints what is wrong, then lines that begin with `note:` and `help:`, as rustc prints them.
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
