//! Tests whole kernels. The expected values are computed in Rust, exact integers, or written out.

mod atomic;
mod barriers;
mod control;
mod copies;
mod faults;
mod forms;
mod matrices;
mod memory;
mod print;
mod progress;
mod races;
mod support;
mod together;
mod warp;
