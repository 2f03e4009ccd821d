//! Every instruction as loops over slices. The Python package computes with this crate, which does not depend on Python.
//!
//! `build.rs` generates a loop for each function of `ptx-core` that a row of the instruction tables calls, and for each
//! choice of its modes. A [`Program`] is the sequence of loops of one instruction. [`run`] runs it on all cores.
#![forbid(unsafe_code)]

mod key;
mod loops;
mod parallel;
mod program;
mod slice;

pub use parallel::{pool, run};
pub use program::Program;
pub use slice::{Buffer, Slice, SliceMut, Stored};
