//! The high word of a double: operand and result of RCP64H and RSQ64H.

use super::word::{FRACTION_BITS as SIGNIFICAND_BITS, SIGN};

pub(super) const INFINITY: u32 = 0x7ff0_0000;
pub(super) const EXPONENT_MAX: i32 = 0x7ff;
pub(super) const BIAS: i32 = 1023;
const FRACTION_BITS: u32 = 20;
const FRACTION: u32 = (1 << FRACTION_BITS) - 1;
/// The number of fraction bits of binary32 minus the number of fraction bits in the high word of a double.
pub(super) const SHORT: u32 = SIGNIFICAND_BITS - FRACTION_BITS;

/// The fields of a double's high word. `sign` holds the sign bit in bit 31.
pub(super) struct High {
    pub(super) sign: u32,
    pub(super) exponent: i32,
    pub(super) fraction: u32,
}

impl High {
    #[inline]
    pub(super) const fn of(high: u32) -> High {
        High {
            sign: high & SIGN,
            exponent: (high >> FRACTION_BITS & 0x7ff) as i32,
            fraction: high & FRACTION,
        }
    }
}

/// Packs a sign, a biased exponent and a significand into a high word. The significand, which has 24 bits or is 2^24,
/// is truncated to 21 bits. A result below the normal numbers is flushed to sign-preserving zero. Overflow cannot
/// occur.
#[inline]
pub(super) const fn pack(sign: u32, exponent: i32, significand: u32) -> u32 {
    let carry = significand >> (SIGNIFICAND_BITS + 1);
    let exponent = exponent.wrapping_add(carry as i32);
    if exponent <= 0 {
        sign
    } else {
        sign | (exponent as u32) << FRACTION_BITS | significand >> SHORT & FRACTION
    }
}
