//! What an NVIDIA GPU computes, bit for bit.
#![no_std]
#![forbid(unsafe_code)]

mod mode;

pub use mode::{Rounding, Saturation, Subnormals};
