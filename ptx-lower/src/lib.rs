//! PTX functions, resolved: every name has a meaning, every instruction has a form of the
//! instruction table, and the instructions are in basic blocks.
#![forbid(unsafe_code)]

mod constant;
mod fault;
pub mod flow;
mod program;

pub use constant::{WARP_SZ, constant};
pub use fault::Fault;
pub use program::Program;
