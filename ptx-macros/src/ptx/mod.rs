//! `ptx!`: PTX.

mod ast;
pub(crate) mod every_form;
pub(crate) mod lower;
pub(crate) mod parse;
