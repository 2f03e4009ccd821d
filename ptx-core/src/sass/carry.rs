//! IADD and ISETP on integers of several words. A condition code or a predicate passes the result of the low words to
//! the instruction for the high words.
//!
//! The meaning of `.CC`, `.X` and `.EX` was derived from the sequences of machine instructions that NVIDIA's assembler
//! emits for 64-bit `add`, `sub` and `setp`: `.CC` and `.X` from the sequences for sm_50, `.EX` from those for sm_90.

use super::compare::both;
use crate::mode::{Combination, Comparison, Signedness};

/// Computes `IADD.X`, and `IADD` that writes `.CC`. Returns the sum `a + b + carry` modulo 2^32, the carry out, and
/// whether the sum is zero.
///
/// If a source has `-`, apply [`negate_with_carry`] to this source first. For an `IADD` with no `.X`, `carry` must be
/// true if a source has `-`, otherwise false. For a difference, the carry out is true if there is no borrow. Source:
/// machine code of 64-bit `add` and `sub` for sm_50. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{iadd_x, negate_with_carry};
/// assert_eq!(iadd_x(u32::MAX, 1, false), (0, true, true));
/// assert_eq!(iadd_x(5, negate_with_carry(7), true), (5u32.wrapping_sub(7), false, false));
/// ```
#[inline]
#[must_use]
pub const fn iadd_x(a: u32, b: u32, carry: bool) -> (u32, bool, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(carry as u32);
    (sum, first | second, sum == 0)
}

/// Applies `-` to an integer source of an instruction that adds a carry: flips every bit of `x`.
///
/// Source: machine code of 64-bit `sub` for sm_50. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::negate_with_carry(1), u32::MAX - 1);
/// ```
#[inline]
#[must_use]
pub const fn negate_with_carry(x: u32) -> u32 {
    !x
}

/// Computes `ISETP.cmp{.U32}.X.{AND,OR,XOR}`: compares the high words of two integers. `carry` and `zero` are the
/// condition code of an `IADD` with `.CC` that subtracted the low words.
///
/// Like [`isetp`](super::isetp), the function returns the result and its complement, each combined with the predicate
/// `c`. Source: machine code of 64-bit `setp` for sm_50. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Combination::*, Comparison::*, Signedness::*, iadd_x, isetp_x, negate_with_carry};
/// let (_, carry, zero) = iadd_x(1, negate_with_carry(2), true);
/// assert_eq!(isetp_x(7, 7, true, carry, zero, Lt, And, Unsigned), [true, false]);
/// assert_eq!(isetp_x(8, 7, true, carry, zero, Lt, And, Unsigned), [false, true]);
/// ```
#[inline]
#[must_use]
#[expect(clippy::too_many_arguments, reason = "sources and modifiers of the instruction")]
pub const fn isetp_x(
    a: u32,
    b: u32,
    c: bool,
    carry: bool,
    zero: bool,
    comparison: Comparison,
    combination: Combination,
    signedness: Signedness,
) -> [bool; 2] {
    let difference = match signedness {
        Signedness::Signed => a.cast_signed() as i64 - b.cast_signed() as i64,
        Signedness::Unsigned => a as i64 - b as i64,
    } - !carry as i64;
    let less = difference < 0;
    let greater = difference > 0 || !less && !zero;
    both(comparison.holds(less, greater, false), c, combination)
}

/// Computes `ISETP.cmp{.U32}.{AND,OR,XOR}.EX`: compares the high words of two integers. If the high words are equal,
/// the result is `low`, the result of comparing the low words.
///
/// Like [`isetp`](super::isetp), the function returns the result and its complement, each combined with the predicate
/// `c`. Source: machine code of 64-bit `setp` for sm_90. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Combination::*, Comparison::*, Signedness::*, isetp_ex};
/// assert_eq!(isetp_ex(7, 7, true, true, Lt, And, Unsigned), [true, false]);
/// assert_eq!(isetp_ex(8, 7, true, true, Lt, And, Unsigned), [false, true]);
/// ```
#[inline]
#[must_use]
pub const fn isetp_ex(
    a: u32,
    b: u32,
    c: bool,
    low: bool,
    comparison: Comparison,
    combination: Combination,
    signedness: Signedness,
) -> [bool; 2] {
    let holds = match a == b {
        true => low,
        false => super::isetp(a, b, true, comparison, Combination::And, signedness)[0],
    };
    both(holds, c, combination)
}
