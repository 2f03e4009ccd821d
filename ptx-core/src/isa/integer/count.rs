//! Counting and finding bits.

use super::by_type::by_type;

/// Returns the position of the highest set bit of a number with `bits` bits. `clear` is the number of clear bits above
/// this bit. If no bit is set, the result is ffffffff.
#[inline]
const fn position(clear: u32, bits: u32) -> u32 {
    bits.wrapping_sub(1).wrapping_sub(clear)
}

/// Returns the left shift that moves the highest set bit of a number to the top. The shift equals `clear`, the number
/// of clear bits above the highest set bit. If `clear` is `bits`, the width of the number, no bit is set and the result
/// is ffffffff.
#[inline]
const fn amount(clear: u32, bits: u32) -> u32 {
    if clear == bits { u32::MAX } else { clear }
}

by_type! {
    {
        /// Source: PTX ISA, `popc`. [Grade](crate#grades) \[D\].
    }
    "popc" "the number of set bits" (a) -> u32 = a.count_ones(), "6" = "2":
        popc_b32 "b32" u32, popc_b64 "b64" u64;

    {
        /// The result for 0 is the width.
        ///
        /// Source: PTX ISA, `clz`. [Grade](crate#grades) \[D\].
    }
    "clz" "the number of clear bits above the highest set bit" (a) -> u32 = a.leading_zeros(), "!0" = "0":
        clz_b32 "b32" u32, clz_b64 "b64" u64;

    {
        /// Source: PTX ISA, `brev`. [Grade](crate#grades) \[D\].
    }
    "brev" "the bits in reverse order" (a) = a.reverse_bits(), "!0" = "!0":
        brev_b32 "b32" u32, brev_b64 "b64" u64;

    {
        /// If no bit is set, the result is ffffffff.
        ///
        /// Source: PTX ISA, `bfind`. [Grade](crate#grades) \[D\].
    }
    "bfind" "the position of the highest bit that is set" (a) -> u32 = position(a.leading_zeros(), T::BITS), "6" = "2":
        bfind_u32 "u32" u32, bfind_u64 "u64" u64;

    {
        /// If all bits equal the sign, the result is ffffffff.
        ///
        /// Source: PTX ISA, `bfind`. [Grade](crate#grades) \[D\].
    }
    "bfind" "the position of the highest bit that differs from the sign" (a) -> u32 = position((if a < 0 { !a } else { a }).leading_zeros(), T::BITS), "-7" = "2":
        bfind_s32 "s32" i32, bfind_s64 "s64" i64;

    {
        /// If no bit is set, the result is ffffffff.
        ///
        /// Source: PTX ISA, `bfind`. [Grade](crate#grades) \[D\].
    }
    "bfind.shiftamt" "the left shift that moves the highest set bit to the top" (a) -> u32 = amount(a.leading_zeros(), T::BITS), "!0" = "0":
        bfind_shiftamt_u32 "u32" u32, bfind_shiftamt_u64 "u64" u64;

    {
        /// If all bits equal the sign, the result is ffffffff.
        ///
        /// Source: PTX ISA, `bfind`. [Grade](crate#grades) \[D\].
    }
    "bfind.shiftamt" "the left shift that moves the highest bit that differs from the sign to the top" (a) -> u32 = amount((if a < 0 { !a } else { a }).leading_zeros(), T::BITS), "0" = "u32::MAX":
        bfind_shiftamt_s32 "s32" i32, bfind_shiftamt_s64 "s64" i64;
}
