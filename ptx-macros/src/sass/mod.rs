//! `sass!`: parses and lowers machine instructions.

mod ast;
pub(crate) mod every_opcode;
mod flags;
pub(crate) mod lower;
pub(crate) mod parse;
