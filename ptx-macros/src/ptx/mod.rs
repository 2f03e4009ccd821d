//! `ptx!`: parses and lowers PTX.

mod ast;
pub(crate) mod every_form;
mod flag;
pub(crate) mod lower;
pub(crate) mod parse;
