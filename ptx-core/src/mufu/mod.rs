//! The multi-function unit (MUFU) and its range reduction operator (RRO), on raw 32-bit words.
//!
//! The unit selects a table row of three coefficients, interpolates quadratically with a truncated squarer, adds a
//! constant and truncates. The functions here compute this datapath bit for bit, not a nearby approximation.
//!
//! Results are never subnormal, except for [`tanh`], and every NaN result is `7fffffff`. Callers apply the source
//! modifiers `-` and `|…|` to the operand, and [`sat`] to the result.
//!
//! The front page of the crate explains the grades \[H\], \[D\], \[S\] and \[M\].

mod double;
mod ex2;
mod half;
mod interpolate;
mod lg2;
mod rcp;
mod rro;
mod rsq;
mod sat;
mod sincos;
mod sqrt;
mod steps;
mod tables;
mod tanh;
#[cfg(test)]
mod tests;
#[rustfmt::skip]
mod units;
mod word;

pub use ex2::{ex2, ex2_float};
pub(crate) use half::{truncated, widened};
pub use interpolate::Steps;
pub use lg2::lg2;
pub use rcp::{rcp, rcp64h};
pub use rro::{rro_ex2, rro_sincos};
pub use rsq::{rsq, rsq64h};
pub use sat::sat;
pub use sincos::{cos, cos_float, sin, sin_float};
pub(crate) use sincos::{cos_radians, sin_radians};
pub use sqrt::sqrt;
pub use steps::{Operation, steps};
pub use tanh::tanh;
