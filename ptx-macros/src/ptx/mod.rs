//! Parses and lowers the code of `ptx!`.

mod ast;
pub(crate) mod every_form;
mod flag;
pub(crate) mod lower;
pub(crate) mod parse;
