//! Rules for the arguments and results of a call (PTX ISA, "Control Flow Instructions: call").

use crate::message::Message;
use crate::types::Type;

/// The type of a parameter, a result or an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// A value of a scalar type.
    Number(Type),
    /// An array: `.align 4 .b8 p[8]`.
    Array {
        /// The size in bytes.
        bytes: u64,
        /// The alignment in bytes; `None` if it is not known.
        alignment: Option<u64>,
    },
}

/// A list of values of a call: its arguments or its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The arguments.
    Parameters,
    /// The return values.
    Results,
}

/// Checks that a call has as many arguments or results as the called function.
///
/// # Errors
/// Returns a message with the expected and the actual number.
pub fn count(function: &str, list: List, expected: usize, found: usize) -> Result<(), Message> {
    if found == expected {
        return Ok(());
    }
    let (verb, noun) = match list {
        List::Parameters => ("takes", "argument"),
        List::Results => ("returns", "value"),
    };
    let plural = if expected == 1 { "" } else { "s" };
    Err(Message::new(format!("`{function}` {verb} {expected} {noun}{plural}, found {found}")))
}

/// Checks that an argument of type `found` fits the parameter or result `name` of type `expected`.
///
/// Scalars follow the rule for registers ([`Type::takes_register`]). Two arrays fit if their sizes are
/// equal, and their alignments are equal or one of them is unknown.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_isa::arguments::{Passed, fits};
///
/// let x = Passed::Number(Type::B32);
/// assert!(fits("x", x, "a", Passed::Number(Type::F32)).is_ok());
/// let message = fits("x", x, "a", Passed::Number(Type::B64)).unwrap_err();
/// assert_eq!(message.what, "expected `.b32` for `x`, found `a`, which is `.b64`");
/// ```
///
/// # Errors
/// Returns a message with the expected and the actual type.
pub fn fits(name: &str, expected: Passed, argument: &str, found: Passed) -> Result<(), Message> {
    let (expected, found) = match (expected, found) {
        (Passed::Number(expected), Passed::Number(found)) if expected.takes_register(found) => {
            return Ok(());
        }
        (Passed::Array { bytes, alignment }, Passed::Array { bytes: b, alignment: a })
            if bytes == b =>
        {
            match alignment.zip(a) {
                Some((wanted, found)) if wanted != found => {
                    (format!("an alignment of {wanted}"), format!("aligned to {found}"))
                }
                _ => return Ok(()),
            }
        }
        (expected, found) => (described(expected), described(found)),
    };
    Err(Message::new(format!(
        "expected {expected} for `{name}`, found `{argument}`, which is {found}"
    )))
}

fn described(passed: Passed) -> String {
    match passed {
        Passed::Number(ty) => format!("`.{}`", ty.word()),
        Passed::Array { bytes, .. } => format!("an array of {bytes} bytes"),
    }
}

/// Reports a store to a parameter of the current function.
#[must_use]
pub fn read_only(name: &str) -> Message {
    Message::new(format!("`{name}` is a parameter of this function, which can only be read"))
        .note("`st.param` writes arguments of a call and results")
        .help(format!("to store through the pointer in `{name}`, load it and write `st.global`"))
}

/// Reports a load from a result of the current function.
#[must_use]
pub fn write_only(name: &str) -> Message {
    Message::new(format!("`{name}` is a result of this function, which can only be written"))
        .note("`ld.param` reads parameters and the results of a call")
        .help("keep the value in a register")
}
