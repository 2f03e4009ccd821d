//! Runs every instruction on the GPU of this machine, and compares the results with the results of
//! `ptx-core`. In this crate, a form is an instruction with all its modifiers and types, such as
//! `rcp.rn.ftz.f32`.
//!
//! | module | content |
//! |---|---|
//! | [`instruction`] | the instructions to run |
//! | [`kernel`] | a kernel for each instruction |
//! | [`device`] | devices that run the kernels |
//! | [`host`] | the results of `ptx-core` for the same operands |
//! | [`mod@compare`], [`report`] | the comparison and its output |
//! | [`digests`], [`sweep`], [`native`] | all 2^32 operands of instructions with one operand |
//! | [`random_kernels`] | random kernels, compared with `ptx-run` |
//! | [`findings`] | programs that an assembler miscompiles |
//! | [`questions`], [`programs`], [`tensor`], [`asynchronous`], [`dumps`] | results that NVIDIA has not published |
//! | [`tensor_map`] | the tensor maps of kernels |

pub mod asynchronous;
pub mod chips;
pub mod compare;
pub mod computation;
pub mod device;
pub mod digests;
pub mod dumps;
pub mod findings;
pub mod host;
pub mod instruction;
pub mod kernel;
pub mod matrix;
pub mod native;
pub mod operands;
pub mod outcome;
pub mod programs;
pub mod questions;
pub mod random;
pub mod random_kernels;
pub mod report;
pub mod sweep;
pub mod tensor;
pub mod tensor_map;

pub use ptx_tool::eval::functions;
