//! Calls of functions that the module declares without a body: `vprintf` and `__assertfail`.

use super::Reg;

/// A call of `vprintf`. Two registers hold the addresses of the format and of the arguments. A third register
/// receives the number of printed arguments.
#[derive(Clone, Debug)]
pub(crate) struct Print {
    pub(crate) format: Reg,
    pub(crate) arguments: Reg,
    pub(crate) result: Option<Reg>,
}

/// A call of `__assertfail`. The registers hold the message, the file name, the line, the function name, and the size
/// of a character. The message and the names are given by their addresses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assertion(pub(crate) [Reg; 5]);
