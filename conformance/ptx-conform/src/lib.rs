//! Asks the GPU in the machine for the results of every instruction, and compares them with those of
//! `ptx-core`.
//!
//! [`asked`] lists the instructions from the instruction table, [`kernel`] writes a kernel for each,
//! a [`device`] runs them, [`host`] computes the same, [`mod@compare`] compares and [`report`] says what
//! differs. [`digests`] and [`sweep`] are about all 2^32 operands of instructions that have one.
//! [`questions`] and [`dumps`] are about what no source answers.

pub mod asked;
pub mod chips;
pub mod compare;
pub mod computation;
pub mod device;
pub mod digests;
pub mod dumps;
pub mod host;
pub mod kernel;
pub mod matrix;
pub mod operands;
pub mod outcome;
pub mod questions;
pub mod random;
pub mod referee;
pub mod report;
pub mod sweep;

pub use ptx_tool::eval::functions;
