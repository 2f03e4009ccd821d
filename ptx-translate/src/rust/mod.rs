//! Values of PTX types as Rust, for everything that writes Rust.

mod tokens;
mod value;

pub use tokens::{Tokens, assign, brace, let_be, located, own};
pub use value::Names;
