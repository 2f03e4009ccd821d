//! `sass!`: machine instructions.

mod ast;
pub(crate) mod every_opcode;
pub(crate) mod lower;
pub(crate) mod parse;
