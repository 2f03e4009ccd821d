//! SHF: shifts of two words, of which one is the result.

use crate::mode::{Amount, ResultWord, ShiftType};

/// Returns the number of places of a shift, at most 64.
#[inline]
const fn places(n: u32, amount: Amount, ty: ShiftType) -> u32 {
    let width = match ty {
        ShiftType::S32 | ShiftType::U32 => 32,
        ShiftType::S64 | ShiftType::U64 => 64,
    };
    match amount {
        Amount::Wrap => n & (width - 1),
        Amount::Clamp if n > width => width,
        Amount::Clamp => n,
    }
}

#[inline]
const fn word(bits: u64, part: ResultWord) -> u32 {
    match part {
        ResultWord::Low => bits as u32,
        ResultWord::High => (bits >> 32) as u32,
    }
}

/// Computes `SHF.L{.W}.type{.HI}`: shifts `b:a` to the left by `n` places, and returns the low word or, with `.HI`, the
/// high word.
///
/// Of a 32-bit type `n` is clamped to 32, otherwise to 64; with `.W` it is taken modulo 32 or 64. Source: machine code of
/// `shl` and `shf` for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::{Amount::*, mode::{ResultWord::*, ShiftType::*}, sass::shf_l};
/// assert_eq!(shf_l(0x8000_0001, 4, 0x10, Clamp, U32, Low), 0x10);
/// assert_eq!(shf_l(0x8000_0001, 4, 0x10, Clamp, U64, High), 0x108);
/// ```
#[inline]
#[must_use]
pub const fn shf_l(a: u32, n: u32, b: u32, amount: Amount, ty: ShiftType, part: ResultWord) -> u32 {
    let both = (b as u64) << 32 | a as u64;
    let n = places(n, amount, ty);
    word(if n == 64 { 0 } else { both << n }, part)
}

/// Computes `SHF.R{.W}.type{.HI}`: shifts `b:a` to the right by `n` places, and returns the low word or, with `.HI`, the
/// high word. A signed type copies the sign of `b`.
///
/// Of a 32-bit type `n` is clamped to 32, otherwise to 64; with `.W` it is taken modulo 32 or 64. Source: machine code of
/// `shr` and `shf` for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::{Amount::*, mode::{ResultWord::*, ShiftType::*}, sass::shf_r};
/// assert_eq!(shf_r(0, 40, 0x8000_0000, Clamp, S32, High), u32::MAX);
/// assert_eq!(shf_r(0x10, 4, 0x3, Clamp, U64, Low), 0x3000_0001);
/// ```
#[inline]
#[must_use]
pub const fn shf_r(a: u32, n: u32, b: u32, amount: Amount, ty: ShiftType, part: ResultWord) -> u32 {
    let both = (b as u64) << 32 | a as u64;
    let n = places(n, amount, ty);
    let shifted = match ty {
        ShiftType::S32 | ShiftType::S64 => {
            (both.cast_signed() >> if n == 64 { 63 } else { n }).cast_unsigned()
        }
        ShiftType::U32 | ShiftType::U64 if n == 64 => 0,
        ShiftType::U32 | ShiftType::U64 => both >> n,
    };
    word(shifted, part)
}
