//! Instructions on integers of 64 bits in register pairs.

use super::compare::both;
use crate::mode::{Combination, Comparison, Signedness};

/// Computes `MOV.64`: returns `a`.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::mov_64(7), 7);
/// ```
#[inline]
#[must_use]
pub const fn mov_64(a: u64) -> u64 {
    a
}

/// Computes `SEL.64`: returns `a` if the predicate holds, else `b`.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::sel_64(1, 2, false), 2);
/// ```
#[inline]
#[must_use]
pub const fn sel_64(a: u64, b: u64, p: bool) -> u64 {
    if p { a } else { b }
}

/// Computes `IADD.64`: `a + b` modulo 2^64, and its carry.
///
/// Source: machine code of 64-bit `add.cc` for sm_120. [Grade](crate#grades) \[D\]; \[S\] for the carry.
///
/// ```
/// assert_eq!(ptx_core::sass::iadd_64(1, u64::MAX), (0, true));
/// ```
#[inline]
#[must_use]
pub const fn iadd_64(a: u64, b: u64) -> (u64, bool) {
    a.overflowing_add(b)
}

/// Computes `IADD.64` with `-` before `b`: `a - b` modulo 2^64, and true if there is no borrow.
///
/// Source: machine code of 64-bit `sub.cc` for sm_120. [Grade](crate#grades) \[D\]; \[S\] for the carry.
///
/// ```
/// assert_eq!(ptx_core::sass::isub_64(1, 0), (1, true));
/// assert_eq!(ptx_core::sass::isub_64(0, 1), (u64::MAX, false));
/// ```
#[inline]
#[must_use]
pub const fn isub_64(a: u64, b: u64) -> (u64, bool) {
    (a.wrapping_sub(b), a >= b)
}

/// Computes `IADD.64.X`: `a + b` and a carry modulo 2^64, and the carry of the sum.
///
/// `~` on a source is [`complement_long`]. Source: machine code of 64-bit `addc` and `subc` for sm_120.
/// [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::iadd_64_x(u64::MAX, 0, true), (0, true));
/// ```
#[inline]
#[must_use]
pub const fn iadd_64_x(a: u64, b: u64, p: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(p as u64);
    (sum, first | second)
}

/// Applies `~` to an integer of 64 bits.
///
/// Source: machine code of 64-bit `subc` for sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::complement_long(1), u64::MAX - 1);
/// ```
#[inline]
#[must_use]
pub const fn complement_long(x: u64) -> u64 {
    !x
}

/// Returns the low and the high word of the first result, and the second.
///
/// ```
/// assert_eq!(ptx_core::sass::unpack_with_flag((0x2_0000_0001, true)), (1, 2, true));
/// ```
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn unpack_with_flag((x, flag): (u64, bool)) -> (u32, u32, bool) {
    (x as u32, (x >> 32) as u32, flag)
}

/// Computes `ISETP.cmp.{S64,U64}.{AND,OR,XOR}`: compares two integers of 64 bits and returns `(a cmp b) op c` and
/// `!(a cmp b) op c`.
///
/// Source: PTX ISA, `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::sass::{Combination::*, Comparison::*, Signedness::*, isetp_64};
/// assert_eq!(isetp_64(u64::MAX, 1, true, Gt, And, Signed), [false, true]);
/// assert_eq!(isetp_64(u64::MAX, 1, true, Gt, And, Unsigned), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn isetp_64(
    a: u64,
    b: u64,
    c: bool,
    comparison: Comparison,
    combination: Combination,
    signedness: Signedness,
) -> [bool; 2] {
    let (less, greater) = match signedness {
        Signedness::Signed => {
            (a.cast_signed() < b.cast_signed(), a.cast_signed() > b.cast_signed())
        }
        Signedness::Unsigned => (a < b, a > b),
    };
    both(comparison.holds(less, greater, false), c, combination)
}
