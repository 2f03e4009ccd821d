//! IADD and ISETP on integers of several words: the condition code and the predicate between them.
//!
//! What the words mean is read off the sequences that NVIDIA's assembler emits for `add`, `sub` and
//! `setp` of 64 bits: for sm_50 `.CC` and `.X`, for sm_90 `.EX`.

use super::compare::both;
use crate::mode::{Combination, Comparison, Signedness};

/// `IADD.X`, and `IADD` that writes `.CC`: `a + b + carry` modulo 2^32, whether it carries, and
/// whether it is zero.
///
/// `-` on a source is [`negate_with_carry`]; an instruction without `.X` then gives the carry 1,
/// else 0. So a difference carries where nothing is borrowed.
/// Source: `add` and `sub` of 64 bits for sm_50. Grade \[S\].
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

/// `-x` of an integer where a carry is added: `x` with every bit flipped.
///
/// Source: `sub` of 64 bits for sm_50. Grade \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::negate_with_carry(1), u32::MAX - 1);
/// ```
#[inline]
#[must_use]
pub const fn negate_with_carry(x: u32) -> u32 {
    !x
}

/// `ISETP.cmp{.U32}.X.{AND,OR,XOR}`: compares the high words of two integers, of whose low words an
/// `IADD` with `.CC` has made the difference; `carry` and `zero` are what it wrote.
///
/// The results are as those of [`isetp`](super::isetp).
/// Source: `setp` of 64 bits for sm_50. Grade \[S\].
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

/// `ISETP.cmp{.U32}.{AND,OR,XOR}.EX`: compares the high words of two integers; where they are equal
/// the result is `low`, which the same comparison of the low words gave.
///
/// The results are as those of [`isetp`](super::isetp).
/// Source: `setp` of 64 bits for sm_90. Grade \[S\].
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
