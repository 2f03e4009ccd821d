//! Tests every PTX feature that `include_ptx!` supports, with expected values.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

mod functions;
mod kernels;
mod pieces;
