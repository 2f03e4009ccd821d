//! PTX functions to structured Rust: from statements to basic blocks, from blocks to loops and
//! conditions.
#![forbid(unsafe_code)]

pub mod flow;
pub mod registers;
