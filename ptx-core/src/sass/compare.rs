//! FSETP, DSETP, ISETP: comparisons that write predicates.

use crate::compare::boolop;
use crate::flush::operand;
use crate::mode::{Combination, Comparison, Signedness, Subnormals};

/// Returns `holds`, the result of a comparison, and its complement, each combined with the predicate `c`.
#[inline]
pub(super) const fn both(holds: bool, c: bool, combination: Combination) -> [bool; 2] {
    boolop([holds, !holds], c, combination)
}

/// Computes `FSETP.cmp{.FTZ}.{AND,OR,XOR}`: compares two f32 and returns `(a cmp b) op c` and `!(a cmp b) op c`.
///
/// -0 and +0 are equal. `.FTZ` flushes a subnormal operand to zero.
/// Source: PTX ISA, `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Subnormals::*, sass::{Combination::*, Comparison::*, fsetp}};
/// let (one, nan) = (1.0f32.to_bits(), 0x7fffffff);
/// assert_eq!(fsetp(one, one, true, Ge, And, Keep), [true, false]);
/// assert_eq!(fsetp(one, nan, true, Ge, And, Keep), [false, true]);
/// assert_eq!(fsetp(one, nan, true, Geu, And, Keep), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn fsetp(
    a: u32,
    b: u32,
    c: bool,
    comparison: Comparison,
    combination: Combination,
    subnormals: Subnormals,
) -> [bool; 2] {
    let (a, b) = (operand(f32::from_bits(a), subnormals), operand(f32::from_bits(b), subnormals));
    both(comparison.holds(a < b, a > b, a.is_nan() | b.is_nan()), c, combination)
}

/// Computes `DSETP.cmp.{AND,OR,XOR}`: compares two doubles and returns `(a cmp b) op c` and `!(a cmp b) op c`.
///
/// -0 and +0 are equal. Source: PTX ISA, `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::sass::{Combination::*, Comparison::*, dsetp};
/// let [one, two] = [1.0f64, 2.0].map(f64::to_bits);
/// assert_eq!(dsetp(one, two, false, Lt, Or), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn dsetp(
    a: u64,
    b: u64,
    c: bool,
    comparison: Comparison,
    combination: Combination,
) -> [bool; 2] {
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    both(comparison.holds(a < b, a > b, a.is_nan() | b.is_nan()), c, combination)
}

/// Computes `ISETP.cmp{.U32}.{AND,OR,XOR}`: compares two integers and returns `(a cmp b) op c` and `!(a cmp b) op c`.
///
/// Source: PTX ISA, `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::sass::{Combination::*, Comparison::*, Signedness::*, isetp};
/// assert_eq!(isetp(u32::MAX, 1, true, Gt, And, Signed), [false, true]);
/// assert_eq!(isetp(u32::MAX, 1, true, Gt, And, Unsigned), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn isetp(
    a: u32,
    b: u32,
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
