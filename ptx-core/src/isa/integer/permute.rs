//! `prmt`: selects bytes of two words.

use crate::mode::Permutation;

/// `prmt.b32{.f4e,.b4e,.rc8,.ecl,.ecr,.rc16}`: selects four of the eight bytes of `b` (high) and `a` (low).
///
/// Without a mode, `c` has a group of four bits for each byte of the result, the lowest group for the lowest byte. The
/// low three bits of a group are the number of the source byte. If the highest bit of the group is set, the result byte
/// has eight copies of the source byte's sign bit. With a mode, the low bits of `c` are a number n, and [`Permutation`]
/// lists the source bytes for each n.
///
/// Source: PTX ISA, `prmt`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Permutation::*, prmt_b32};
/// let (a, b) = (0x3322_1100, 0x7766_5544);
/// assert_eq!(prmt_b32(a, b, 0x0123, Selected), 0x0011_2233);
/// assert_eq!(prmt_b32(0x80, 0, 0x0008, Selected), 0x8080_80ff);
/// assert_eq!(prmt_b32(a, b, 2, F4e), 0x5544_3322);
/// ```
#[inline]
#[must_use]
pub const fn prmt_b32(a: u32, b: u32, c: u32, permutation: Permutation) -> u32 {
    let bytes = (b as u64) << 32 | a as u64;
    let selection = match permutation {
        Permutation::Selected => c,
        _ => selection(permutation, c & 3),
    };
    let mut result = 0;
    let mut i = 0;
    while i < 4 {
        let select = selection.wrapping_shr(4 * i) & 0xf;
        let byte = bytes.wrapping_shr(8 * (select & 7)) as u32 & 0xff;
        let byte = match select & 8 {
            0 => byte,
            _ => (byte >> 7).wrapping_mul(0xff),
        };
        result |= byte.wrapping_shl(8 * i);
        i += 1;
    }
    result
}

/// Returns the selector that has the same effect as a mode. `c` holds the low two bits of the instruction's third
/// operand. The selector has one hex digit for each byte of the result. The digits are from a table of the manual.
#[inline]
const fn selection(permutation: Permutation, c: u32) -> u32 {
    let row: u64 = match permutation {
        Permutation::Selected => 0,
        Permutation::F4e => 0x6543_5432_4321_3210,
        Permutation::B4e => 0x0123_7012_6701_5670,
        Permutation::Rc8 => 0x3333_2222_1111_0000,
        Permutation::Ecl => 0x3333_3222_3211_3210,
        Permutation::Ecr => 0x3210_2210_1110_0000,
        Permutation::Rc16 => 0x3232_1010_3232_1010,
    };
    row.wrapping_shr(16 * c) as u32 & 0xffff
}
