//! The library of the command `ptx-bits`: checks PTX text, explains instructions, computes them bit for bit.
//!
//! It applies the rules of `ptx-isa` to the trees of `ptx-text`, and computes with `ptx-core`.
//! It reads no files and prints nothing.

pub mod check;
mod diagnostic;
pub mod dialect;
pub mod eval;
pub mod explain;
pub mod fix;
pub mod inline;
pub mod list;
pub mod report;
pub mod run;
pub mod translate;

pub use check::{Level, check_instruction};
pub use diagnostic::Diagnostic;
pub use ptx_isa::COMMAND;
pub use ptx_loops::matrix;
