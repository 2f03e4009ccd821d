//! Tests whole kernels. The expected values are computed in Rust or with exact integers, or are written out.

mod atomic;
mod barriers;
mod control;
mod copies;
mod faults;
mod forms;
mod matrices;
mod memory;
mod mutants;
mod print;
mod progress;
mod races;
mod refused;
mod support;
mod together;
mod warp;
