//! Writes diagnostics for other programs.

mod json;
mod sarif;

pub use json::{json, with_origin};
pub use sarif::Sarif;
