//! FSETP, DSETP, ISETP, FSET: comparisons. FCHK: the check before a division.

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

/// Computes `FSET.BF.cmp{.FTZ}.{AND,OR,XOR}`: returns 1.0 if `(a cmp b) op c` holds, else 0.
///
/// Special values are those of [`fsetp`]. Source: PTX ISA, `set`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Subnormals::*, sass::{Combination::*, Comparison::*, fset}};
/// assert_eq!(fset(0, 1, true, Lt, And, Keep), 0x3f800000);
/// assert_eq!(fset(0, 1, true, Lt, And, Flush), 0);
/// ```
#[inline]
#[must_use]
pub const fn fset(
    a: u32,
    b: u32,
    c: bool,
    comparison: Comparison,
    combination: Combination,
    subnormals: Subnormals,
) -> u32 {
    let [holds, _] = fsetp(a, b, c, comparison, combination, subnormals);
    if holds { 1.0_f32.to_bits() } else { 0 }
}

/// Computes `FCHK`: returns whether the quotient of two f32 needs the slow path of a division.
///
/// It does if an exponent field is 255, that of `a` is at most 23, that of `b` is 0 or at least 253, or the field of `a`
/// minus that of `b` is at least 127 or at most -126. NVIDIA has not published the rule. A division that takes the fast
/// path under this rule has the right bits. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::sass::fchk;
/// assert!(!fchk(0x3f800000, 0x40400000));
/// assert!(fchk(0x3f800000, 0x00000001));
/// ```
#[inline]
#[must_use]
pub const fn fchk(a: u32, b: u32) -> bool {
    let (a, b) = ((a >> 23 & 0xff).cast_signed(), (b >> 23 & 0xff).cast_signed());
    let distance = a - b;
    a == 255 || a <= 23 || b == 0 || b >= 253 || distance >= 127 || distance <= -126
}
