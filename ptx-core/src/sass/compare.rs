//! FSETP, DSETP, ISETP: comparisons that write predicates.

use crate::flush::operand;
use crate::mode::Subnormals;

/// A comparison. Those whose names end in `u`, and `Nan` and `T`, also hold if an operand is a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `.F`: never.
    F,
    /// `.LT`: less.
    Lt,
    /// `.EQ`: equal.
    Eq,
    /// `.LE`: less or equal.
    Le,
    /// `.GT`: greater.
    Gt,
    /// `.NE`: less or greater.
    Ne,
    /// `.GE`: greater or equal.
    Ge,
    /// `.NUM`: no operand is a NaN.
    Num,
    /// `.NAN`: an operand is a NaN.
    Nan,
    /// `.LTU`: not greater or equal.
    Ltu,
    /// `.EQU`: not less or greater.
    Equ,
    /// `.LEU`: not greater.
    Leu,
    /// `.GTU`: not less or equal.
    Gtu,
    /// `.NEU`: not equal.
    Neu,
    /// `.GEU`: not less.
    Geu,
    /// `.T`: always.
    T,
}

/// How a comparison is combined with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combination {
    /// `.AND`
    And,
    /// `.OR`
    Or,
    /// `.XOR`
    Xor,
}

/// How ISETP reads words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// As two's complement (no `.U32`).
    Signed,
    /// `.U32`
    Unsigned,
}

impl Comparison {
    /// Whether it holds of two numbers of which one is less, or greater, or neither; or of
    /// operands of which one is a NaN, which are neither and unordered.
    #[inline]
    const fn holds(self, less: bool, greater: bool, unordered: bool) -> bool {
        use Comparison::{Eq, Equ, F, Ge, Geu, Gt, Gtu, Le, Leu, Lt, Ltu, Nan, Ne, Neu, Num, T};
        let equal = !(less | greater | unordered);
        match self {
            F => false,
            Lt => less,
            Eq => equal,
            Le => less | equal,
            Gt => greater,
            Ne => less | greater,
            Ge => greater | equal,
            Num => !unordered,
            Nan => unordered,
            Ltu => less | unordered,
            Equ => equal | unordered,
            Leu => !greater,
            Gtu => greater | unordered,
            Neu => !equal,
            Geu => !less,
            T => true,
        }
    }
}

impl Combination {
    /// The two results: of the comparison and of its complement, each combined with `c`.
    #[inline]
    const fn both(self, holds: bool, c: bool) -> [bool; 2] {
        match self {
            Combination::And => [holds & c, !holds & c],
            Combination::Or => [holds | c, !holds | c],
            Combination::Xor => [holds ^ c, !holds ^ c],
        }
    }
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
    op.both(cmp.holds(a < b, a > b, a.is_nan() | b.is_nan()), c)
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
    op.both(cmp.holds(a < b, a > b, a.is_nan() | b.is_nan()), c)
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
    op.both(cmp.holds(less, greater, false), c)
}
