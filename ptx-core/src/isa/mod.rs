//! PTX instructions, one a file: modifiers applied around the operation itself.

mod add;
mod approx;
mod div;
mod fma;
mod map_f64_to_f32;
mod mov;
mod mul;
mod rcp;
mod sqrt;
mod sub;

pub use add::{add_f32, add_f64};
pub use approx::*;
pub use div::{div_f32, div_f64};
pub use fma::{fma_f32, fma_f32x2, fma_f64};
pub use map_f64_to_f32::{narrow_map_f64, widen_map_f64};
pub use mov::{
    pack_b16_b8, pack_b32_b8, pack_b32_b16, pack_b64_b16, pack_b64_b32, unpack_b16_b8,
    unpack_b32_b8, unpack_b32_b16, unpack_b64_b16, unpack_b64_b32,
};
pub use mul::{mul_f32, mul_f64};
pub use rcp::{rcp_f32, rcp_f64};
pub use sqrt::{sqrt_f32, sqrt_f64};
pub use sub::{sub_f32, sub_f64};
