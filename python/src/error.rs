//! The exceptions of the Python package.

use ptx_isa::Message;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    ptx_bits,
    InstructionError,
    PyValueError,
    "What is wrong with an instruction, a version or a target, in the words of `ptx-bits check`.\n\n\
     `message` says what, `note` why, `help` what to write; the last two may be None."
);

/// Converts a message of the checker to an exception.
pub(crate) fn refused(py: Python<'_>, message: &Message) -> PyErr {
    named(py, message.to_string(), message)
}

/// Converts messages about several lines to one exception. The attributes of the exception are those of the first
/// message.
pub(crate) fn refused_lines(py: Python<'_>, all: &[(usize, Message)]) -> PyErr {
    let text: Vec<_> =
        all.iter().map(|(line, message)| format!("line {line}: {message}")).collect();
    let first = all.first().map_or_else(|| Message::new("faulty"), |(_, message)| message.clone());
    named(py, text.join("\n"), &first)
}

fn named(py: Python<'_>, text: String, message: &Message) -> PyErr {
    let error = InstructionError::new_err(text);
    let note = (!message.notes.is_empty()).then(|| message.notes.join("\n"));
    let value = error.value(py);
    let set = value
        .setattr("message", &message.what)
        .and_then(|()| value.setattr("note", note))
        .and_then(|()| value.setattr("help", message.help_text()));
    set.err().unwrap_or(error)
}
