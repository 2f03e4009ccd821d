//! PTX instructions. A file has one instruction or a few similar ones. Most functions call an operation of `fpu` or
//! `mufu` and apply the instruction's modifiers to operands and result.

mod add;
mod approx;
mod copysign;
mod cvt;
mod div;
mod fma;
mod half;
mod integer;
mod mad;
mod map_f64_to_f32;
mod min_max;
mod mixed;
mod mov;
mod mul;
mod neg_abs;
mod packed;
mod predicate;
mod rcp;
mod select;
mod set;
mod setp;
mod sqrt;
mod sub;
mod testp;

pub use add::{add_f32, add_f64};
pub use approx::*;
pub use copysign::{copysign_f32, copysign_f64};
pub use cvt::*;
pub use div::{div_f32, div_f64};
pub use fma::{fma_f32, fma_f64};
pub use half::*;
pub use integer::*;
pub use mad::{mad_f32, mad_map_f64};
pub use map_f64_to_f32::{narrow_map_f64, widen_map_f64};
pub use min_max::*;
pub use mixed::*;
pub use mov::{
    pack_b16_b8, pack_b32_b8, pack_b32_b16, pack_b64_b16, pack_b64_b32, pack_b128_b32,
    pack_b128_b64, unpack_b16_b8, unpack_b32_b8, unpack_b32_b16, unpack_b64_b16, unpack_b64_b32,
    unpack_b128_b32, unpack_b128_b64,
};
pub use mul::{mul_f32, mul_f64};
pub use neg_abs::{abs_f32, abs_f64, neg_f32, neg_f64};
pub use packed::{add_f32x2, fma_f32x2, mul_f32x2, sub_f32x2};
pub use predicate::{and_pred, not_pred, or_pred, xor_pred};
pub use rcp::{rcp_f32, rcp_f64};
pub use select::{selp, slct_f32, slct_s32};
pub use set::*;
pub use setp::*;
pub use sqrt::{sqrt_f32, sqrt_f64};
pub use sub::{sub_f32, sub_f64};
pub use testp::{testp_f32, testp_f64};
