//! Half precision: `.f16`, `.bf16` and pairs of them.
//!
//! A NaN result is 7fff. Where PTX allows only the rounding `.rn`, the functions accept `.rz`, `.rm` and `.rp` too.

mod arithmetic;
mod ex2;
mod fma;
mod halves;
mod min_max;
mod neg_abs;
mod tanh;

pub use arithmetic::*;
pub use ex2::*;
pub use fma::*;
pub use min_max::*;
pub use neg_abs::*;
pub use tanh::*;
