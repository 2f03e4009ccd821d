//! MUFU on half-precision operands (`MUFU.EX2.F16`, `MUFU.TANH.BF16`): the unit computes the f32 result and truncates
//! this result to half precision.

use super::word::{FRACTION, FRACTION_BITS, INFINITY, MIN_NORMAL, SIGN, magnitude};
use crate::format::{BINARY16, BINARY32, Format, widen_single};

/// Converts an operand to f32, exactly.
#[inline(always)]
pub(crate) const fn widened(f: Format, a: u16) -> u32 {
    widen_single(f, a).to_bits()
}

/// Truncates an f32 result to the format of the operand. In binary16, a magnitude of 2^16 or more becomes infinity.
#[inline(always)]
pub(crate) const fn truncated(f: Format, result: u32) -> u16 {
    if f.bias == BINARY32.bias {
        return (result >> 16) as u16;
    }
    let size = magnitude(result);
    let short = match size {
        0..LEAST_NORMAL => {
            // The unit in the last place of a subnormal binary16 number is 2^-24. The lowest bit of `significand` is
            // worth 2^(field - 150), where `field` is the exponent field.
            let significand = size & FRACTION | MIN_NORMAL;
            let right = (BINARY32.bias as u32 - 1).wrapping_sub(size >> FRACTION_BITS);
            if right < u32::BITS { significand >> right } else { 0 }
        }
        LEAST_NORMAL..OVERFLOW => (size - (LEAST_NORMAL - BINARY16_LEAST)) >> DROP,
        OVERFLOW..=INFINITY => f.infinity as u32,
        _ => f.nan as u32,
    };
    ((result & SIGN) >> 16 | short) as u16
}

/// The number of fraction bits of binary32 minus the number of fraction bits of binary16.
const DROP: u32 = BINARY32.fraction_bits - BINARY16.fraction_bits;
/// The bits of 2^-14, the smallest normal number of binary16.
const LEAST_NORMAL: u32 = ((BINARY32.bias + BINARY16.min_exponent) as u32) << FRACTION_BITS;
/// The bits of 2^-14 in binary16, shifted so that the fields align with the fields of binary32.
const BINARY16_LEAST: u32 = (BINARY16.min_normal as u32) << DROP;
/// The bits of 2^16, the smallest magnitude that becomes infinity in binary16.
const OVERFLOW: u32 = ((BINARY32.bias + BINARY16.bias + 1) as u32) << FRACTION_BITS;
