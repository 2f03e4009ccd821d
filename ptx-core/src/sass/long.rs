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

/// Computes `IADD.64`: `a + b` modulo 2^64.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::iadd_64(1, u64::MAX), 0);
/// ```
#[inline]
#[must_use]
pub const fn iadd_64(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

/// Applies `-` to an integer of 64 bits.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::negate_long(1), u64::MAX);
/// ```
#[inline]
#[must_use]
pub const fn negate_long(x: u64) -> u64 {
    x.wrapping_neg()
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
