//! PTX files as Rust functions: every piece of PTX that `include_ptx!` takes, with expected values.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

mod functions;
mod kernels;
mod pieces;
