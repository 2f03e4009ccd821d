//! `selp` and `slct`: select one of two values, of any type.

use crate::flush::operand;
use crate::format::BINARY32;
use crate::mode::Subnormals;

/// `selp.type`: `a` if `p` holds, else `b`.
///
/// The selected value is returned unchanged: a NaN keeps its bits, and a subnormal number is not flushed.
///
/// Source: PTX ISA, `selp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::selp;
/// assert_eq!(selp(1.5, 2.5, true), 1.5);
/// assert_eq!(selp(1_u64, 2, false), 2);
/// ```
#[inline]
#[must_use]
pub const fn selp<T: Copy>(a: T, b: T, p: bool) -> T {
    if p { a } else { b }
}

/// `slct{.ftz}.type.f32`: `a` if `c >= 0`, else `b`.
///
/// -0 selects `a`, a NaN selects `b`. `.ftz` flushes a subnormal `c` to zero. The selected value is returned unchanged:
/// a NaN keeps its bits, and a subnormal number is not flushed.
///
/// Source: PTX ISA, `slct`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Subnormals::*, slct_f32};
/// assert_eq!(slct_f32(1, 2, -0.0, Keep), 1);
/// assert_eq!(slct_f32(1, 2, f32::NAN, Keep), 2);
/// assert_eq!(slct_f32(1, 2, -1e-40, Keep), 2);
/// assert_eq!(slct_f32(1, 2, -1e-40, Flush), 1);
/// ```
#[inline]
#[must_use]
pub const fn slct_f32<T: Copy>(a: T, b: T, c: f32, subnormals: Subnormals) -> T {
    let c = operand(c, subnormals).to_bits();
    let sign = BINARY32.sign as u32;
    selp(a, b, c <= BINARY32.infinity as u32 || c == sign)
}

/// `slct.type.s32`: `a` if `c >= 0`, else `b`.
///
/// The selected value is returned unchanged, as in [`slct_f32`].
///
/// Source: PTX ISA, `slct`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::slct_s32;
/// assert_eq!(slct_s32(1.0, 2.0, 0), 1.0);
/// assert_eq!(slct_s32(1.0, 2.0, -1), 2.0);
/// ```
#[inline]
#[must_use]
pub const fn slct_s32<T: Copy>(a: T, b: T, c: i32) -> T {
    selp(a, b, c >= 0)
}
