//! FSETP, DSETP, ISETP: comparisons that write predicates.

use crate::compare::{Combination, Comparison, boolop};
use crate::flush::operand;
use crate::mode::Subnormals;

/// How ISETP reads words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// As two's complement (no `.U32`).
    Signed,
    /// `.U32`
    Unsigned,
}

/// The two results: of the comparison and of its complement, each combined with `c`.
#[inline]
const fn both(holds: bool, c: bool, op: Combination) -> [bool; 2] {
    boolop([holds, !holds], c, op)
}

/// `FSETP.cmp{.FTZ}.{AND,OR,XOR}`: compares two f32; the results are `(a cmp b) op c` and
/// `!(a cmp b) op c`.
///
/// -0 and +0 are equal. `.FTZ` takes a subnormal operand as zero of its sign.
/// Source: PTX ISA, `setp`. Grade \[D\].
///
/// ```
/// use ptx_core::{Subnormals::*, sass::{Combination::*, Comparison::*, fsetp}};
/// let (one, nan) = (1.0f32.to_bits(), 0x7fffffff);
/// assert_eq!(fsetp(one, one, true, Ge, Keep, And), [true, false]);
/// assert_eq!(fsetp(one, nan, true, Ge, Keep, And), [false, true]);
/// assert_eq!(fsetp(one, nan, true, Geu, Keep, And), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn fsetp(
    a: u32,
    b: u32,
    c: bool,
    cmp: Comparison,
    s: Subnormals,
    op: Combination,
) -> [bool; 2] {
    let (a, b) = (operand(f32::from_bits(a), s), operand(f32::from_bits(b), s));
    both(cmp.holds(a < b, a > b, a.is_nan() | b.is_nan()), c, op)
}

/// `DSETP.cmp.{AND,OR,XOR}`: compares two doubles; the results are `(a cmp b) op c` and
/// `!(a cmp b) op c`.
///
/// -0 and +0 are equal. Source: PTX ISA, `setp`. Grade \[D\].
///
/// ```
/// use ptx_core::sass::{Combination::*, Comparison::*, dsetp};
/// let [one, two] = [1.0f64, 2.0].map(f64::to_bits);
/// assert_eq!(dsetp(one, two, false, Lt, Or), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn dsetp(a: u64, b: u64, c: bool, cmp: Comparison, op: Combination) -> [bool; 2] {
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    both(cmp.holds(a < b, a > b, a.is_nan() | b.is_nan()), c, op)
}

/// `ISETP.cmp{.U32}.{AND,OR,XOR}`: compares two integers; the results are `(a cmp b) op c` and
/// `!(a cmp b) op c`.
///
/// Source: PTX ISA, `setp`. Grade \[D\].
///
/// ```
/// use ptx_core::sass::{Combination::*, Comparison::*, Signedness::*, isetp};
/// assert_eq!(isetp(u32::MAX, 1, true, Gt, Signed, And), [false, true]);
/// assert_eq!(isetp(u32::MAX, 1, true, Gt, Unsigned, And), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn isetp(
    a: u32,
    b: u32,
    c: bool,
    cmp: Comparison,
    sign: Signedness,
    op: Combination,
) -> [bool; 2] {
    let (less, greater) = match sign {
        Signedness::Signed => {
            (a.cast_signed() < b.cast_signed(), a.cast_signed() > b.cast_signed())
        }
        Signedness::Unsigned => (a < b, a > b),
    };
    both(cmp.holds(less, greater, false), c, op)
}
