//! Positions of instructions in messages: the line of the source, if the text has it, and the line of the PTX text.

use crate::name;
use ptx_module::syntax::SourceLine;

/// Returns a line of the source and the inlined functions, by their plain names: `` kernel.cu:3 in `at`, inlined at kernel.cu:25 ``.
///
/// ```
/// use ptx_run::{Inlined, SourceLine};
///
/// let line = |line, inlined| SourceLine { file: "src/kernel.cu".into(), line, column: 5, inlined };
/// let call = Inlined { function: "_Z2atPKfi".into(), at: line(25, None).into() };
/// assert_eq!(ptx_run::shown(&line(3, Some(call))), "kernel.cu:3 in `at`, inlined at kernel.cu:25");
/// ```
#[must_use]
pub fn shown(origin: &SourceLine) -> String {
    origin.shown(&name::plain)
}

/// Returns the position at the start of a message: `kernel.cu:25 (kernel.ptx:262)`, or `kernel.ptx:262` without an origin.
pub(crate) fn place(
    file: &str,
    line: impl std::fmt::Display,
    origin: Option<&SourceLine>,
) -> String {
    // Machine code has only lines of the source.
    let place = match &line.to_string()[..] {
        "0" => file.into(),
        line => format!("{file}:{line}"),
    };
    match origin {
        Some(origin) => format!("{} ({place})", shown(origin)),
        None => place,
    }
}

/// Returns a position within a message, and the spelling of the instruction there: `` line 262: `bra` ``.
pub(crate) fn instruction(position: &str, spelling: &str) -> String {
    match position {
        "" => format!("`{spelling}`"),
        position => format!("{position}: `{spelling}`"),
    }
}

/// Returns a position within a message about the same module: `kernel.cu:25 (line 262)`, or `line 262` without an origin.
/// `file` is the file of a module that consists of several files. Machine code without lines of the source has no position.
pub(crate) fn line(file: Option<&str>, line: usize, origin: Option<&SourceLine>) -> String {
    match (file, origin) {
        (None, None) if line == 0 => String::new(),
        (Some(file), origin) => place(file, line, origin),
        (None, Some(origin)) if line == 0 => shown(origin),
        (None, Some(origin)) => format!("{} (line {line})", shown(origin)),
        (None, None) => format!("line {line}"),
    }
}
