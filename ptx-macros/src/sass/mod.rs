//! Parses and lowers the code of `sass!`.

mod ast;
pub(crate) mod every_opcode;
mod flags;
pub(crate) mod lower;
pub(crate) mod parse;
