//! Writes diagnostics for other programs.

mod json;
mod sarif;

pub use json::json;
pub use sarif::Sarif;
