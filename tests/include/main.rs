//! Tests every PTX feature that `include_ptx!` supports. The expected values are written out.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

mod functions;
mod kernels;
mod large;
mod names;
mod pieces;
mod quadwords;
