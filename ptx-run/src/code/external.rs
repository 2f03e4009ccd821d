//! Calls of functions that the host declares: `vprintf` and `__assertfail`.

use super::Reg;

/// A call of `vprintf`: the registers with the addresses of the format and of the arguments, and the register that
/// receives the number of arguments.
#[derive(Clone, Debug)]
pub(crate) struct Print {
    pub(crate) format: Reg,
    pub(crate) arguments: Reg,
    pub(crate) result: Option<Reg>,
}

/// The registers with the addresses of the message and the file, the line, the address of the function's name, and the
/// size of a character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assertion(pub(crate) [Reg; 5]);
