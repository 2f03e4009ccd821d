//! Kernels. The expectations are the same computations in Rust, exact integers, or written out.

mod barriers;
mod control;
mod faults;
mod memory;
mod support;
mod warp;
