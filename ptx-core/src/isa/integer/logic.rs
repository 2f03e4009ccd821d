//! Bitwise operations.

use super::by_type::by_type;
use crate::mode::Combination;

by_type! {
    {
        /// Source: PTX ISA, `and`. [Grade](crate#grades) \[D\].
    }
    "and" "the bitwise AND of `a` and `b`" (a, b) = a & b, "6, 3" = "2":
        and_b16 "b16" u16, and_b32 "b32" u32, and_b64 "b64" u64;

    {
        /// Source: PTX ISA, `or`. [Grade](crate#grades) \[D\].
    }
    "or" "the bitwise OR of `a` and `b`" (a, b) = a | b, "6, 3" = "7":
        or_b16 "b16" u16, or_b32 "b32" u32, or_b64 "b64" u64;

    {
        /// Source: PTX ISA, `xor`. [Grade](crate#grades) \[D\].
    }
    "xor" "the bitwise exclusive OR of `a` and `b`" (a, b) = a ^ b, "6, 3" = "5":
        xor_b16 "b16" u16, xor_b32 "b32" u32, xor_b64 "b64" u64;

    {
        /// Source: PTX ISA, `not`. [Grade](crate#grades) \[D\].
    }
    "not" "the bits of `a`, inverted" (a) = !a, "!6" = "6":
        not_b16 "b16" u16, not_b32 "b32" u32, not_b64 "b64" u64;

    {
        /// Source: PTX ISA, `cnot`. [Grade](crate#grades) \[D\].
    }
    "cnot" "1 if `a` is 0, else 0" (a) = (a == 0) as T, "6" = "0":
        cnot_b16 "b16" u16, cnot_b32 "b32" u32, cnot_b64 "b64" u64;
}

/// `lop3.b32`: any function of the bits of `a`, `b` and `c`, given by its truth table.
///
/// Bit i of `table` is the result for the bits of `a`, `b` and `c` that form the number i, with `a` highest. The table
/// of a function is its value for `a` = f0, `b` = cc and `c` = aa (hexadecimal).
///
/// Source: PTX ISA, `lop3`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::lop3_b32;
/// let majority = (0xf0 & 0xcc) | (0xf0 & 0xaa) | (0xcc & 0xaa);
/// assert_eq!(lop3_b32(0b1100, 0b1010, 0b1001, majority), 0b1000);
/// ```
#[inline]
#[must_use]
pub const fn lop3_b32(a: u32, b: u32, c: u32, table: u8) -> u32 {
    let mut result = 0;
    let mut row = 0;
    while row < 8 {
        if table >> row & 1 == 1 {
            result |= where_equal(a, row & 4) & where_equal(b, row & 2) & where_equal(c, row & 1);
        }
        row += 1;
    }
    result
}

/// `lop3.{or,and}.b32 d|p`: returns the result of [`lop3_b32`] and a predicate. The predicate is `(result != 0) op q`,
/// where `op` is `.or` or `.and`.
///
/// PTX allows `.or` and `.and`. The function also accepts `.xor`, with the meaning that `.xor` has in `setp`.
///
/// Source: PTX ISA, `lop3`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Combination::*, lop3_boolop_b32};
/// assert_eq!(lop3_boolop_b32(0b1100, 0b1010, 0, 0xf0 & 0xcc, true, And), (0b1000, true));
/// assert_eq!(lop3_boolop_b32(0b1100, 0b0010, 0, 0xf0 & 0xcc, false, Or), (0, false));
/// ```
#[inline]
#[must_use]
pub const fn lop3_boolop_b32(
    a: u32,
    b: u32,
    c: u32,
    table: u8,
    q: bool,
    combination: Combination,
) -> (u32, bool) {
    let result = lop3_b32(a, b, c, table);
    (result, combination.of(result != 0, q))
}

/// Returns a mask of the clear bits of `x` if `one` is 0, otherwise a mask of the set bits of `x`.
#[inline]
const fn where_equal(x: u32, one: u32) -> u32 {
    if one == 0 { !x } else { x }
}
