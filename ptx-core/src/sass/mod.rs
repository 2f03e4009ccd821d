//! Machine instructions (SASS), on the raw words of registers.
//!
//! An f32 or an integer is a `u32`, a double is the `u64` of its register pair, and a predicate is a `bool`. The
//! arguments are the instruction's sources, then its modifiers in PTX's order.
//!
//! The source modifiers `-` and `|…|` are separate functions, which callers apply to the source first: [`negate`],
//! [`absolute`], [`negate_double`], [`absolute_double`], [`negate_integer`], [`negate_with_carry`], [`negate_extended`],
//! [`negate_halves`], [`absolute_halves`], [`negate_floats`], [`absolute_floats`]. So are the suffixes of sources, which
//! follow the signs, such as [`high_halves`].
//!
//! The macro `sass!` of the crate `ptx` expands to calls of these functions. The front page of the crate explains the
//! grades.

mod carry;
mod compare;
mod double;
mod extreme;
mod float;
mod half;
mod integer;
mod logic;
mod long;
mod part;
mod shift;
mod sign;
mod sum;
mod unit;
mod words;

#[doc(no_inline)]
pub use crate::mode::{Combination, Comparison, Signedness};
pub use carry::{iadd_x, isetp_ex, isetp_x, negate_with_carry};
pub use compare::{dsetp, fchk, fset, fsetp, isetp};
pub use double::{dadd, dfma, dmul};
pub use extreme::{
    dsetp_max, dsetp_min, fmnmx, fmnmx_xorsign, fmnmx3, imnmx, imnmx_8x4, imnmx_8x4_relu,
    imnmx_16x2, imnmx_16x2_relu, imnmx_64, imnmx_relu, viaddmnmx, viaddmnmx_16x2,
    viaddmnmx_16x2_relu, viaddmnmx_relu, vimnmx3, vimnmx3_16x2, vimnmx3_16x2_relu, vimnmx3_relu,
};
pub use float::{fadd, ffma, fmul, fsel};
pub use half::{
    absolute_halves, hadd2_f32, high_halves, hmnmx2, hmnmx2_bf16, hmnmx2_bf16_xorsign,
    hmnmx2_xorsign, low_halves, negate_halves, turned_halves, vhmnmx, vhmnmx_bf16,
};
pub use integer::{iadd, lop_and, lop_or, lop_xor, mov, sel};
pub use logic::{lop3, plop3};
pub use long::{
    complement_long, iadd_64, iadd_64_x, isetp_64, isub_64, mov_64, sel_64, unpack_with_flag,
};
pub use part::*;
pub use shift::{shf_l, shf_r};
pub use sign::{absolute, absolute_double, negate, negate_double, negate_integer};
pub use sum::{
    extended, iadd2, iadd2_x, iadd3, iadd3_x, imad_hi, imad_wide, imad_wide_minus, imad_wide_x,
    imad_x, lea, lea_hi, lea_hi_sx32, lea_hi_x, lea_hi_x_sx32, lea_minus, lea_x, negate_extended,
};
pub use unit::{
    mufu_cos, mufu_cos_float, mufu_ex2, mufu_ex2_float, mufu_lg2, mufu_rcp, mufu_rcp64h, mufu_rsq,
    mufu_rsq64h, mufu_sin, mufu_sin_float, mufu_sqrt, rro_ex2, rro_sincos,
};
pub use words::*;
