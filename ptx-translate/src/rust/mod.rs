//! Generates Rust for PTX values, for the translation and the macros.

mod tokens;
mod value;

pub use tokens::{Tokens, assign, brace, let_be, located, own};
pub use value::Names;
