//! LOP3 and PLOP3: any function of three bits.

use super::compare::both;
use crate::isa::lop3_b32;
use crate::mode::Combination;

/// Computes `LOP3.LUT{.PAND}`: any bitwise function of three words, and whether the result is not 0 or, with `.PAND` and,
/// `p` holds.
///
/// Bit `4a + 2b + c` of the table is the result for the bits a, b and c. Source: PTX ISA, `lop3`; machine code for the
/// predicate. [Grade](crate#grades) \[D\]; \[S\] for the predicate.
///
/// ```
/// use ptx_core::sass::{Combination::*, lop3};
/// assert_eq!(lop3(0b1100, 0b1010, 0, 0xc0, false, Or), (0b1000, true));
/// assert_eq!(lop3(0b1100, 0b1010, 0, 0xc0, false, And), (0b1000, false));
/// ```
#[inline]
#[must_use]
pub const fn lop3(
    a: u32,
    b: u32,
    c: u32,
    table: u32,
    p: bool,
    combination: Combination,
) -> (u32, bool) {
    let found = lop3_b32(a, b, c, table as u8);
    let [is_set, _] = both(found != 0, p, combination);
    (found, is_set)
}

/// Computes `PLOP3.LUT`: two functions of three predicates. Bit `4a + 2b + c` of a table is the result for the predicates
/// a, b and c.
///
/// Source: machine code of `and.pred`, `or.pred` and `xor.pred` for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::plop3(true, true, false, 0xc0, 0x3f), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn plop3(a: bool, b: bool, c: bool, first: u32, second: u32) -> [bool; 2] {
    let index = (a as u32) << 2 | (b as u32) << 1 | c as u32;
    [first >> index & 1 == 1, second >> index & 1 == 1]
}
