//! What an NVIDIA GPU computes, bit for bit.
#![no_std]
#![forbid(unsafe_code)]

mod mode;
pub mod mufu;

pub use mode::{Rounding, Saturation, Sm, Subnormals};
