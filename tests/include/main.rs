//! Tests every PTX feature that `include_ptx!` supports, with PTX files that were written for these tests.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

mod carries;
mod functions;
mod kernels;
mod large;
mod names;
mod pieces;
mod quadwords;
