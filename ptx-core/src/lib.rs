//! The arithmetic of NVIDIA GPUs, bit for bit.
//!
//! Every function is `const`, except [`mma::warp()`] and [`environment_is_default`]. No function needs an operating
//! system. A function returns the same bits in const evaluation and at run time, on every target whose `f32` and `f64`
//! follow IEEE 754. At run time, the thread must be in Rust's default floating-point environment. Rounding uses
//! integers, or native `+ - * /` whose rounding error is computed exactly. No result depends on the bits of a native
//! NaN.
//!
//! A function is named after the PTX form that it computes, with the types last. The module `index` in the
//! documentation of the crate `ptx` lists all instructions with their functions.
//!
//! # Grades
//!
//! The documentation of each function grades the evidence for its bits:
//!
//! | grade | evidence |
//! |---|---|
//! | **\[H\]** | read from hardware, or checked against it |
//! | **\[D\]** | NVIDIA's documentation |
//! | **\[S\]** | machine code that NVIDIA's assembler emits |
//! | **\[M\]** | a model that fits all of these and that no hardware has confirmed |
//!
//! An NVIDIA H100 ran 6780 forms of sm_90, and every result equals that of this crate. As a rule, a grade names this
//! chip only for results that NVIDIA's documentation does not determine.
//!
//! # The feature `std`
//!
//! With the feature `std`, `fma.f64` and `fma.rn.f32` use `mul_add` on targets where `mul_add` is known to round once.
//! `mul.f64`, `div.f64` and `rcp.f64` with `.rz`, `.rm` or `.rp` use `mul_add` too. The feature does not change the
//! bits of any result, and makes most loops faster. The feature needs Rust 1.94.
//!
//! # The floating-point environment
//!
//! Rust's default environment rounds to nearest and keeps subnormal numbers. Code in another language can change the
//! environment of a thread. Examples are the startup code of programs compiled with `-ffast-math`, audio and physics
//! engines, and code that sets a directed rounding and does not restore the default. Running Rust code in a changed
//! environment is undefined behaviour: `add`, `mul`, `fma`, `div`, `rcp` and most approximations can return wrong bits.
//! Integer functions, `min`, `max`, `setp`, `neg`, `abs`, `sin` and `cos` are not affected. [`environment_is_default`]
//! returns whether the thread is in the default environment.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(test, feature = "std"))]
extern crate std;

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("ptx-core needs SSE2 on x86: the x87 unit rounds `f32` and `f64` twice");

/// The README. Its examples run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod compare;
mod environment;
mod flush;
mod format;
mod fpu;
mod isa;
pub mod mma;
pub mod mode;
pub mod mufu;
mod nan;
mod narrow;
mod round;
pub mod sass;
mod saturate;

pub use compare::boolop;
pub use environment::environment_is_default;
pub use isa::*;
pub use mma::instruction::*;
pub use mma::warp_sparse::*;
#[doc(no_inline)]
pub use mode::{
    Amount, ByteMask, ByteSelector, Combination, Comparison, HalfMask, HalfSelector, Limit, Merge,
    Nans, Negation, NegativeZero, Part, Permutation, Property, Rectification, Rounding, Saturation,
    Scale, SecondOperation, Signs, Sm, Subnormals,
};
