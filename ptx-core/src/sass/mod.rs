//! Machine instructions (SASS), on the raw words of registers.
//!
//! An f32 or an integer is a `u32`, a double is the `u64` of its register pair, and a predicate is a `bool`. The
//! arguments are the instruction's sources, then its modifiers in PTX's order.
//!
//! The source modifiers `-` and `|…|` are separate functions, which callers apply to the source first: [`negate`],
//! [`absolute`], [`negate_double`], [`absolute_double`], [`negate_integer`], [`negate_with_carry`].
//!
//! The macro `sass!` of the crate `ptx` expands to calls of these functions. The front page of the crate explains the
//! grades.

mod carry;
mod compare;
mod double;
mod float;
mod integer;
mod sign;
mod unit;

#[doc(no_inline)]
pub use crate::mode::{Combination, Comparison, Signedness};
pub use carry::{iadd_x, isetp_ex, isetp_x, negate_with_carry};
pub use compare::{dsetp, fsetp, isetp};
pub use double::{dadd, dfma, dmul};
pub use float::{fadd, ffma, fmul, fsel};
pub use integer::{iadd, lop_and, lop_or, lop_xor, mov, sel};
pub use sign::{absolute, absolute_double, negate, negate_double, negate_integer};
pub use unit::{
    mufu_cos, mufu_cos_float, mufu_ex2, mufu_ex2_float, mufu_lg2, mufu_rcp, mufu_rcp64h, mufu_rsq,
    mufu_rsq64h, mufu_sin, mufu_sin_float, mufu_sqrt, rro_ex2, rro_sincos,
};
