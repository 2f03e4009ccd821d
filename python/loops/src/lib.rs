//! Every instruction as loops over slices: what the Python package computes with, without Python.
//!
//! `build.rs` writes a loop for each function of `ptx-core` that a row of the instruction tables calls,
//! with each choice of its modes. A [`Program`] is the loops of one instruction, one after the other;
//! [`run`] has all cores work on it.
#![forbid(unsafe_code)]

mod key;
mod loops;
mod parallel;
mod program;
mod slice;

pub use parallel::{pool, run};
pub use program::Program;
pub use slice::{Buffer, Slice, SliceMut, Stored};
