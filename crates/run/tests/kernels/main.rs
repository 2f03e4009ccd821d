//! Tests whole kernels. The expected values are literals, or are computed in Rust or with exact integers.

mod arguments;
mod atomic;
mod barriers;
mod bulk;
mod control;
mod copies;
mod faults;
mod forms;
mod host;
mod indexed;
mod large;
mod matrices;
mod mbarriers;
mod memory;
mod modules;
mod mutants;
mod print;
mod progress;
mod races;
mod refused;
mod restored;
mod support;
mod together;
mod undefined;
mod warp;
mod writes;
