//! `bmsk` builds a mask, `szext` extends a number of a given width, and `fns` finds the n-th set bit.

use crate::mode::Amount;

/// Returns the width that the operand `b` stands for under `.clamp` or `.wrap`: 0 to 32 bits.
#[inline]
const fn width(b: u32, amount: Amount) -> u32 {
    match amount {
        Amount::Wrap => b & 31,
        Amount::Clamp if b < 32 => b,
        Amount::Clamp => 32,
    }
}

/// Returns a mask of the low `bits` bits.
#[inline]
const fn low(bits: u32) -> u32 {
    if bits < 32 { !u32::MAX.wrapping_shl(bits) } else { u32::MAX }
}

/// `bmsk.{clamp,wrap}.b32`: a mask of `b` bits that starts at bit `a`.
///
/// Bits above bit 31 are dropped. `.wrap` reduces `a` and `b` modulo 32. With `.clamp`, an `a` of 32 or more gives 0,
/// and a `b` of 32 or more selects all bits from `a` on.
///
/// Source: PTX ISA, `bmsk`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Amount::*, bmsk_b32};
/// assert_eq!(bmsk_b32(1, 2, Wrap), 6);
/// assert_eq!(bmsk_b32(4, 32, Clamp), 0xffff_fff0);
/// ```
#[inline]
#[must_use]
pub const fn bmsk_b32(a: u32, b: u32, amount: Amount) -> u32 {
    match amount {
        Amount::Clamp if a >= 32 => 0,
        _ => low(width(b, amount)).wrapping_shl(a),
    }
}

/// `szext.{clamp,wrap}.u32`: the low `b` bits of `a`.
///
/// `.wrap` reduces `b` modulo 32. With `.clamp`, a `b` of 32 or more selects all bits.
///
/// Source: PTX ISA, `szext`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Amount::*, szext_u32};
/// assert_eq!(szext_u32(0xabc, 8, Clamp), 0xbc);
/// assert_eq!(szext_u32(0xabc, 32, Wrap), 0);
/// ```
#[inline]
#[must_use]
pub const fn szext_u32(a: u32, b: u32, amount: Amount) -> u32 {
    a & low(width(b, amount))
}

/// `szext.{clamp,wrap}.s32`: the low `b` bits of `a`, sign-extended; a width of 0 gives 0.
///
/// `.wrap` reduces `b` modulo 32. With `.clamp`, a `b` of 32 or more selects all bits.
///
/// Source: PTX ISA, `szext`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Amount::*, szext_s32};
/// assert_eq!(szext_s32(0xabc, 8, Clamp), -0x44);
/// ```
#[inline]
#[must_use]
pub const fn szext_s32(a: i32, b: u32, amount: Amount) -> i32 {
    match width(b, amount) {
        0 => 0,
        bits => {
            let above = 32_u32.wrapping_sub(bits);
            a.wrapping_shl(above).wrapping_shr(above)
        }
    }
}

/// `fns.b32`: searches `mask` from bit `base` on and returns the position of the `offset`-th set bit. A negative
/// `offset` searches downwards.
///
/// An `offset` of 0 selects bit `base` itself. If the selected bit does not exist or is clear, the result is ffffffff.
/// A `base` above 31, which the manual does not define, also gives ffffffff. If `offset` is -2^31, whose magnitude is
/// not an `i32`, the result is 0 for every `base`.
///
/// Source: PTX ISA, `fns`. [Grade](crate#grades) \[D\]; for a base above 31 and an offset of -2^31 \[H\] on sm_90
/// (NVIDIA H100 80GB HBM3).
///
/// ```
/// use ptx_core::fns_b32;
/// assert_eq!(fns_b32(0b1011_0100, 3, 2), 5);
/// assert_eq!(fns_b32(0b1011_0100, 3, -1), 2);
/// assert_eq!(fns_b32(0b1011_0100, 3, 0), u32::MAX);
/// assert_eq!(fns_b32(0b1011_0100, 3, i32::MIN), 0);
/// ```
#[inline]
#[must_use]
pub const fn fns_b32(mask: u32, base: u32, offset: i32) -> u32 {
    if offset == i32::MIN {
        return 0;
    }
    if base >= 32 {
        return u32::MAX;
    }
    if offset < 0 {
        let place = nth(mask.reverse_bits(), 31_u32.wrapping_sub(base), offset.unsigned_abs());
        return if place == u32::MAX { place } else { 31_u32.wrapping_sub(place) };
    }
    if offset == 0 {
        return if mask.wrapping_shr(base) & 1 == 1 { base } else { u32::MAX };
    }
    nth(mask, base, offset as u32)
}

/// Returns the position of the `n`-th set bit at or above bit `base`, or ffffffff if fewer than `n` of these bits are
/// set.
#[inline]
const fn nth(mask: u32, base: u32, n: u32) -> u32 {
    let mut left = mask & u32::MAX.wrapping_shl(base);
    let mut n = n;
    while left != 0 {
        n = n.wrapping_sub(1);
        if n == 0 {
            return left.trailing_zeros();
        }
        // Clears the lowest set bit.
        left &= left.wrapping_sub(1);
    }
    u32::MAX
}
