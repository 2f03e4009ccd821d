//! Translates PTX functions to structured Rust, in five steps:
//!
//! 1. `declare` parses the signatures that the user declares.
//! 2. `ptx-module` resolves the PTX functions.
//! 3. `lower` turns their instructions into actions.
//! 4. `structure` turns basic blocks into loops and conditions.
//! 5. `write` generates the Rust tokens.
//!
//! Without the feature `functions`, only [`rust`] is left, which `ptx!` uses too.
#![forbid(unsafe_code)]

#[cfg(feature = "functions")]
pub mod declare;
#[cfg(feature = "functions")]
mod functions;
#[cfg(feature = "functions")]
pub mod guess;
#[cfg(feature = "functions")]
mod lower;
#[cfg(feature = "functions")]
mod origin;
#[cfg(feature = "functions")]
pub mod registers;
#[cfg(feature = "functions")]
mod report;
#[cfg(feature = "functions")]
mod root;
pub mod rust;
#[cfg(feature = "functions")]
pub mod structure;
#[cfg(feature = "functions")]
mod write;

#[cfg(feature = "functions")]
pub use functions::{faulty, translate};
#[cfg(feature = "functions")]
pub use report::{not_ptx, report};
