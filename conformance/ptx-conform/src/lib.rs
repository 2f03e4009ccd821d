//! Runs every instruction on the GPU in the machine, and compares the results with the results of `ptx-core`.
//!
//! [`instruction`] lists the instructions of the table, [`kernel`] writes a kernel for each, a [`device`] runs the
//! kernels, and [`host`] computes the results on the same operands. [`mod@compare`] compares the results, and
//! [`report`] describes the differences. [`digests`], [`sweep`] and [`native`] cover all 2^32 operands of instructions
//! with one operand. [`questions`] and [`dumps`] record unpublished results.

pub mod chips;
pub mod compare;
pub mod computation;
pub mod device;
pub mod digests;
pub mod dumps;
pub mod host;
pub mod instruction;
pub mod kernel;
pub mod matrix;
pub mod native;
pub mod operands;
pub mod outcome;
pub mod questions;
pub mod random;
pub mod report;
pub mod sweep;

pub use ptx_tool::eval::functions;
