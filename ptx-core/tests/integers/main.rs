//! Tests carry chains, packed integers, video instructions, `cvt.pack`, and the form of `lop3` that also writes a
//! predicate. The references are exact integers, the independent implementation `referee::lanes`, and known results.

mod carry;
mod functions;
mod lanes;
mod logic;
mod pack;
mod parts;
mod vectors;
