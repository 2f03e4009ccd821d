//! The library behind the command `ptx-bits`: checks PTX text, explains instructions, and computes instructions bit for
//! bit.
//!
//! The library uses the rules of `ptx-isa`, the front end `ptx-module` and the functions of `ptx-core`. The library
//! neither reads files nor prints.

pub mod dialect;
pub mod eval;
pub mod explain;
pub mod inline;
pub mod list;
pub mod report;
pub mod run;
pub mod translate;

pub use ptx_isa::COMMAND;
pub use ptx_loops::matrix;
pub use ptx_module::{Diagnostic, Level, check, check_instruction, fix};
