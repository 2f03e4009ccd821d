//! Comparisons, and the combination of their results with a predicate.

use crate::mode::{Combination, Comparison};

impl Comparison {
    /// Returns whether the comparison holds for two operands. `less` and `greater` tell how the first operand compares
    /// with the second. `unordered` tells whether an operand is a NaN. At most one of the three arguments is true; if
    /// none is true, the operands are equal.
    #[inline]
    pub(crate) const fn holds(self, less: bool, greater: bool, unordered: bool) -> bool {
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
    /// Combines `holds`, the result of a comparison, with the predicate `c`.
    #[inline]
    pub(crate) const fn of(self, holds: bool, c: bool) -> bool {
        match self {
            Combination::And => holds & c,
            Combination::Or => holds | c,
            Combination::Xor => holds ^ c,
        }
    }
}

/// Combines both results of a comparison with the predicate `c`, like `.and`, `.or` and `.xor` of `setp` and `set`.
///
/// [`setp_f32`](crate::setp_f32) returns the result of a comparison and its complement. `c` is combined with each of
/// the two, so the combined results can be equal.
///
/// Source: PTX ISA, `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Combination::*, boolop};
/// assert_eq!(boolop([true, false], true, And), [true, false]);
/// assert_eq!(boolop([true, false], true, Xor), [false, true]);
/// assert_eq!(boolop([true, false], true, Or), [true, true]);
/// ```
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn boolop(results: [bool; 2], c: bool, combination: Combination) -> [bool; 2] {
    let [p, q] = results;
    [combination.of(p, c), combination.of(q, c)]
}
