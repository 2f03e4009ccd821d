//! Compares carry chains, packed integers, SIMD video instructions, `cvt.pack` and `lop3` with a predicate with exact
//! integers, a second implementation, and known results.

mod carry;
mod functions;
mod lanes;
mod logic;
mod pack;
mod vectors;
