//! `.sat`: the rounded result clamped to [0.0, 1.0]; `.relu`: no result below zero; `.satfinite`:
//! no infinity; integers clamped to a range.

use crate::format::{BINARY32, BINARY64, Format};
use crate::mode::{Limit, Rectification, Saturation};

/// Clamps a result if so asked; a NaN and -0 become +0.
#[inline]
pub(crate) const fn saturate(x: f32, sat: Saturation) -> f32 {
    f32::from_bits(bits(BINARY32, x.to_bits() as u64, sat) as u32)
}

/// [`saturate`] of a half-precision format.
#[inline(always)]
pub(crate) const fn half(f: Format, x: u16, sat: Saturation) -> u16 {
    bits(f, x as u64, sat) as u16
}

/// [`saturate`] of a binary64.
#[inline]
pub(crate) const fn double(x: f64, sat: Saturation) -> f64 {
    f64::from_bits(bits(BINARY64, x.to_bits(), sat))
}

#[inline(always)]
const fn bits(f: Format, bits: u64, sat: Saturation) -> u64 {
    match sat {
        Saturation::Off => bits,
        // Negative, or a NaN: neither orders as an unsigned number up to infinity.
        Saturation::Sat if bits > f.infinity => 0,
        Saturation::Sat if bits > f.one => f.one,
        Saturation::Sat => bits,
    }
}

/// A result, an infinity made the greatest finite number of its sign if so asked.
#[inline(always)]
pub(crate) const fn limit(f: Format, x: u64, l: Limit) -> u64 {
    match l {
        Limit::Satfinite if x & f.nan == f.infinity => x - 1,
        _ => x,
    }
}

/// A half-precision result, a negative one and -0 made +0 if so asked. A NaN is the canonical one,
/// which has no sign, and stays.
#[inline(always)]
pub(crate) const fn rectify(f: Format, x: u16, relu: Rectification) -> u16 {
    match relu {
        Rectification::Relu if x & f.sign as u16 != 0 => 0,
        _ => x,
    }
}

/// An integer clamped to the range of so many bits, two's complement if `signed`.
#[inline]
pub(crate) const fn integer<const BITS: u32>(x: i32, signed: bool) -> i32 {
    let (least, greatest) = if signed {
        const { (-1 << (BITS - 1), (1 << (BITS - 1)) - 1) }
    } else {
        const { (0, (1 << BITS) - 1) }
    };
    if x < least {
        least
    } else if x > greatest {
        greatest
    } else {
        x
    }
}
