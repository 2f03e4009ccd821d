//! Double-single and interval arithmetic in PTX, for the tests of `ptx` and the comparison with
//! MPFR.
#![no_std]

pub mod double_single;
pub mod interval;
