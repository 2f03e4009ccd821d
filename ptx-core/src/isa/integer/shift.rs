//! Shifts. `shl` and `shr` clamp the shift amount to the width of the operand; `shf` clamps or wraps the amount.

use super::by_type::by_type;
use crate::mode::Amount;

by_type! {
    {
        /// If the shift amount is at least the width of the operand, the result is 0.
        ///
        /// Source: PTX ISA, `shl`. [Grade](crate#grades) \[D\].
    }
    "shl" "`a` shifted left by `b`" (a, b: u32) = if b < T::BITS { a.wrapping_shl(b) } else { 0 }, "5, 2" = "20":
        shl_b16 "b16" u16, shl_b32 "b32" u32, shl_b64 "b64" u64;

    {
        /// A shift by the width or more gives 0.
        ///
        /// Source: PTX ISA, `shr`. [Grade](crate#grades) \[D\].
    }
    "shr" "`a` shifted right by `b`, filled with zeros" (a, b: u32) = if b < T::BITS { a.wrapping_shr(b) } else { 0 }, "5, 2" = "1":
        shr_b16 "b16" u16, shr_b32 "b32" u32, shr_b64 "b64" u64, shr_u16 "u16" u16,
        shr_u32 "u32" u32, shr_u64 "u64" u64;

    {
        /// If the shift amount is at least the width of the operand, all bits of the result are copies of the sign bit.
        ///
        /// Source: PTX ISA, `shr`. [Grade](crate#grades) \[D\].
    }
    "shr" "`a` shifted right by `b`, filled with copies of its sign bit" (a, b: u32) = if b < T::BITS { a.wrapping_shr(b) } else { a.wrapping_shr(T::BITS - 1) }, "-5, 2" = "-2":
        shr_s16 "s16" i16, shr_s32 "s32" i32, shr_s64 "s64" i64;
}

/// Returns the number of places by which a funnel shift (`shf`) with the operand `c` shifts, from 0 to 32.
#[inline]
const fn effective(c: u32, amount: Amount) -> u32 {
    match amount {
        Amount::Clamp if c > 32 => 32,
        Amount::Clamp => c,
        Amount::Wrap => c & 31,
    }
}

/// `shf.l.{clamp,wrap}.b32`: shifts a 64-bit value left by `c` and returns the high word. `b` is the high word of the
/// value, and `a` the low word.
///
/// `.clamp` clamps an amount above 32 to 32; `.wrap` uses the low five bits of the amount.
///
/// Source: PTX ISA, `shf`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Amount::*, shf_l_b32};
/// assert_eq!(shf_l_b32(0x8765_4321, 0x0000_00ff, 8, Wrap), 0x0000_ff87);
/// assert_eq!(shf_l_b32(1, 2, 40, Clamp), 1);
/// assert_eq!(shf_l_b32(1, 2, 32, Wrap), 2);
/// ```
#[inline]
#[must_use]
pub const fn shf_l_b32(a: u32, b: u32, c: u32, amount: Amount) -> u32 {
    let both = (b as u64) << 32 | a as u64;
    (both.wrapping_shl(effective(c, amount)) >> 32) as u32
}

/// `shf.r.{clamp,wrap}.b32`: shifts a 64-bit value right by `c` and returns the low word. `b` is the high word of the
/// value, and `a` the low word.
///
/// `.clamp` clamps an amount above 32 to 32; `.wrap` uses the low five bits of the amount.
///
/// Source: PTX ISA, `shf`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Amount::*, shf_r_b32};
/// assert_eq!(shf_r_b32(0x8765_4321, 0x0000_00ff, 8, Wrap), 0xff87_6543);
/// assert_eq!(shf_r_b32(1, 2, 40, Clamp), 2);
/// ```
#[inline]
#[must_use]
pub const fn shf_r_b32(a: u32, b: u32, c: u32, amount: Amount) -> u32 {
    let both = (b as u64) << 32 | a as u64;
    both.wrapping_shr(effective(c, amount)) as u32
}
