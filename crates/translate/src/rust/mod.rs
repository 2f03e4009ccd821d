//! Generates Rust for PTX values. The translation and the macros use this module.

mod tokens;
mod value;

pub use tokens::{END, Tokens, assign, binding, brace, let_be, located, own};
pub use value::{Names, represented};
