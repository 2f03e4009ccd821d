//! `.sat`: the rounded result clamped to [0.0, 1.0]; `.relu`: no result below zero; `.satfinite`:
//! no infinity; integers clamped to a range.

use crate::format::Format;
use crate::mode::{Limit, Rectification, Saturation};

/// Defines the clamping of a result if so asked; a NaN and -0 become +0. Written as comparisons that
/// are instructions, as no branch may depend on a result.
macro_rules! saturate {
    ($($(#[$doc:meta])* $name:ident, $float:ident;)*) => { $(
        $(#[$doc])*
        #[inline]
        pub(crate) const fn $name(x: $float, sat: Saturation) -> $float {
            match sat {
                Saturation::Off => x,
                Saturation::Sat => {
                    let positive = if x > 0.0 { x } else { 0.0 };
                    if positive < 1.0 { positive } else { 1.0 }
                }
            }
        }
    )* };
}

saturate! {
    /// [`half`] of a binary32.
    saturate, f32;
    /// [`half`] of a binary64.
    double, f64;
}

/// Clamps a result if so asked; a NaN and -0 become +0.
#[inline(always)]
pub(crate) const fn half(f: Format, x: u16, sat: Saturation) -> u16 {
    match sat {
        Saturation::Off => x,
        // What is negative or a NaN does not order as an integer from 0 to infinity.
        Saturation::Sat => {
            let bits = x.cast_signed();
            let number = if bits > f.infinity as i16 { 0 } else { bits };
            let positive = if number < 0 { 0 } else { number };
            let clamped = if positive > f.one as i16 { f.one as i16 } else { positive };
            clamped.cast_unsigned()
        }
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
