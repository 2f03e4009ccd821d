//! The approximate instructions. Each function computes the sequence of machine instructions that ptxas emits for the
//! target. A sequence consists of MUFU instructions ([`mufu`](crate::mufu)) and correctly rounded operations.

mod div;
mod ex2;
mod lg2;
mod rcp;
mod rsqrt;
mod sincos;
mod sqrt;
pub(super) mod tanh;
mod unit;

pub use div::{div_approx_f32, div_full_f32};
pub use ex2::ex2_approx_f32;
pub use lg2::lg2_approx_f32;
pub use rcp::{rcp_approx_f32, rcp_approx_ftz_f64};
pub use rsqrt::{rsqrt_approx_f32, rsqrt_approx_f64, rsqrt_approx_ftz_f64};
pub use sincos::{cos_approx_2pi_ftz_f32, cos_approx_f32, sin_approx_2pi_ftz_f32, sin_approx_f32};
pub use sqrt::sqrt_approx_f32;
pub use tanh::tanh_approx_f32;
