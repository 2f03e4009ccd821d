//! `.ftz`: flushes subnormal operands and results to zero.

use crate::format::{
    BINARY16, BINARY32, BINARY64, Format, binary16_to_double_flushed, binary16_to_single_flushed,
    binary16_to_single_special_first, negative, widen, widen_single,
};
use crate::mode::{Rounding, Subnormals};

/// Flushes a subnormal binary32 operand to sign-preserving zero if `subnormals` is `Flush`. Returns all other operands
/// unchanged.
#[inline]
pub(crate) const fn operand(x: f32, subnormals: Subnormals) -> f32 {
    let bits = x.to_bits();
    let subnormal = bits & BINARY32.infinity as u32 == 0;
    match subnormals {
        Subnormals::Flush if subnormal => f32::from_bits(bits & BINARY32.sign as u32),
        _ => x,
    }
}

/// Flushes a subnormal half-precision operand to sign-preserving zero if `subnormals` is `Flush`. Returns all other
/// operands unchanged.
#[inline(always)]
pub(crate) const fn half_precision_operand(
    format: Format,
    bits: u16,
    subnormals: Subnormals,
) -> u16 {
    match subnormals {
        Subnormals::Flush if format.is_small(bits as u64) => bits & format.sign as u16,
        _ => bits,
    }
}

/// Does [`half_precision_operand`] and [`widen`] in one pass.
#[inline(always)]
pub(crate) const fn widened_operand(format: Format, bits: u16, subnormals: Subnormals) -> f64 {
    match subnormals {
        Subnormals::Flush if format.bias == BINARY16.bias => binary16_to_double_flushed(bits),
        _ => widen(format, half_precision_operand(format, bits, subnormals)),
    }
}

/// Returns the same value as [`widened_operand`], as a binary32.
#[inline(always)]
pub(crate) const fn widened_factor(format: Format, bits: u16, subnormals: Subnormals) -> f32 {
    match subnormals {
        Subnormals::Flush if format.bias == BINARY16.bias => binary16_to_single_flushed(bits),
        Subnormals::Keep if format.bias == BINARY16.bias => binary16_to_single_special_first(bits),
        _ => widen_single(format, half_precision_operand(format, bits, subnormals)),
    }
}

/// Returns whether `.ftz` flushes a result.
///
/// A result is flushed if its magnitude is below the smallest normal number *after* rounding to the format's precision
/// with unbounded exponent. A result that rounds up to the smallest normal number is kept.
///
/// `wide` is the result before rounding to the format. `wide` must meet the conditions that
/// [`to_binary32`](crate::round::to_binary32) states for its argument `wide`.
///
/// A chip decides after rounding whether to flush: `mul.rn.ftz` of 90341366 and 2fb5f7c4 is 80000000, but `mul.rm.ftz`
/// of the same operands is 80800000. (The product is just below the smallest normal number, and `.rm` rounds its
/// magnitude up.)
#[inline(always)]
pub(crate) const fn result(format: Format, wide: f64, rounding: Rounding) -> bool {
    let min_normal = ((format.min_exponent + BINARY64.bias) as u64) << BINARY64.fraction_bits;
    let lost = BINARY64.fraction_bits - format.fraction_bits;
    // A magnitude rounds up to the smallest normal number if it is at most `carry` binary64 ulps below this number.
    // With `.rn`, a distance of exactly `carry` ulps is a tie, which rounds up to the even fraction 0.
    let carry = match rounding {
        Rounding::Rn => 1 << (lost - 1),
        _ if rounding.is_away(negative(wide)) => (1 << lost) - 1,
        _ => 0,
    };
    wide.abs() < f64::from_bits(min_normal - carry)
}
