//! What an NVIDIA GPU computes, bit for bit.
//!
//! Every function that computes is `const`, needs no operating system and gives the same bits in const
//! evaluation and at run time, wherever the host's `f32` and `f64` are those of IEEE 754 in Rust's default
//! floating-point environment. Rounding uses integers, or the errors of the host's `+ - * /`, which
//! are known exactly; no result depends on the bits of the host's NaN.
//!
//! A function is named after the PTX form that it computes, the types last. The crate `ptx` has an
//! index of all instructions with their functions in its documentation, module `index`.
//!
//! Each function says how surely its bits are known: **\[H\]** read from or checked against
//! hardware, **\[D\]** NVIDIA documentation, **\[S\]** read off machine code that NVIDIA's
//! assembler emits, **\[M\]** a model that fits all of these and that no hardware has confirmed.
//!
//! The feature `std` lets `fma.f64`, and `mul`, `div` and `rcp` of `.f64` rounded `.rz`, `.rm` or
//! `.rp`, use `f64::mul_add`, where that is known to round once: the same bits, in most loops sooner.
//! It needs Rust 1.94.
//!
//! # The floating-point environment
//!
//! Rust's default environment rounds to the nearest and keeps subnormal numbers. Code of another
//! language in the process can change it for a thread: the start files of what is compiled with
//! `-ffast-math`, audio and physics engines, directed rounding that is not restored. Rust calls it
//! undefined behaviour to run its code then, and `add`, `mul`, `fma`, `div`, `rcp` and most
//! approximations give other bits; integers, `min`, `max`, `setp`, `neg`, `abs`, `sin` and `cos` do
//! not. [`environment_is_default`] tells whether the thread is in the default environment.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(test, feature = "std"))]
extern crate std;

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("ptx-core needs SSE2 on x86: the x87 unit rounds `f32` and `f64` twice");

/// The front page is a test, too.
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
#[doc(no_inline)]
pub use mode::{
    Amount, ByteMask, ByteSelector, Combination, Comparison, HalfMask, HalfSelector, Limit, Merge,
    Nans, NegativeZero, Permutation, Property, Rectification, Rounding, Saturation, Signs, Sm,
    Subnormals,
};
