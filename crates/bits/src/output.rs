//! The output streams of the command.

use crate::status::{OK, UNREADABLE};
use ptx_tool::COMMAND;
use std::fmt::Display;
use std::io::{ErrorKind, Result, Write};

/// An output stream, with or without colours.
pub struct Stream<'w> {
    writer: &'w mut dyn Write,
    has_colour: bool,
}

impl<'w> Stream<'w> {
    /// Returns a stream without colours.
    pub fn plain(writer: &'w mut dyn Write) -> Self {
        Self { writer, has_colour: false }
    }

    /// Returns a stream that has colours if it is a terminal, unless the environment sets `NO_COLOR` or
    /// `TERM=dumb`.
    pub fn terminal(writer: &'w mut dyn Write, is_terminal: bool) -> Self {
        let variable = |name| std::env::var_os(name).unwrap_or_default();
        let has_colour =
            is_terminal && variable("NO_COLOR").is_empty() && variable("TERM") != "dumb";
        Self { writer, has_colour }
    }

    /// Returns whether the stream displays colours.
    pub(crate) fn has_colour(&self) -> bool {
        self.has_colour
    }

    /// Returns the writer.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        self.writer
    }

    /// Writes bytes and flushes.
    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        self.writer.write_all(bytes)?;
        self.writer.flush()
    }

    /// Writes a line that starts with `error:`.
    pub(crate) fn error(&mut self, message: &dyn Display) {
        self.line("error", message);
    }

    /// Writes a line that starts with `warning:`.
    pub(crate) fn warning(&mut self, message: &dyn Display) {
        self.line("warning", message);
    }

    /// Reports that a file cannot be read or written, in a line that starts with the command's name.
    pub(crate) fn failure(&mut self, message: &dyn Display) {
        self.line(COMMAND, message);
    }

    fn line(&mut self, start: &str, message: &dyn Display) {
        // If the error stream is closed, the message cannot be shown.
        let _ = self.write_all(format!("{start}: {message}\n").as_bytes());
    }
}

/// Returns the exit status after a write. A closed pipe is not an error.
pub(crate) fn written(result: Result<()>, err: &mut Stream<'_>) -> u8 {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            err.failure(&format_args!("cannot write: {error}"));
            UNREADABLE
        }
        _ => OK,
    }
}

/// Prints bytes. Returns the exit status.
pub(crate) fn print(bytes: &[u8], out: &mut Stream<'_>, err: &mut Stream<'_>) -> u8 {
    let result = out.write_all(bytes);
    written(result, err)
}
