//! Clamps results: `.sat` to [0.0, 1.0], `.relu` to nonnegative numbers, `.satfinite` to finite numbers, and integers
//! to a range.

use crate::format::Format;
use crate::mode::{Limit, Rectification, Saturation};

/// Defines functions that clamp a float to [0.0, 1.0] if the instruction has `.sat`; a NaN and -0 then become +0. Each
/// comparison compiles to one `min` or `max` instruction, so there is no branch on the result.
macro_rules! saturate {
    ($($(#[$doc:meta])* $name:ident, $float:ident;)*) => { $(
        $(#[$doc])*
        #[inline]
        pub(crate) const fn $name(x: $float, saturation: Saturation) -> $float {
            match saturation {
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
    /// Clamps a binary32 to [0.0, 1.0] with `.sat`; a NaN and -0 become +0.
    binary32, f32;
    /// Clamps a binary64 to [0.0, 1.0] with `.sat`; a NaN and -0 become +0.
    binary64, f64;
}

/// Clamps a half-precision number to [0.0, 1.0] if the instruction has `.sat`; a NaN and -0 then become +0.
#[inline(always)]
pub(crate) const fn half_precision(format: Format, x: u16, saturation: Saturation) -> u16 {
    match saturation {
        Saturation::Off => x,
        // As signed integers, negative floats are below 0, and positive NaNs are above the bits of +inf.
        Saturation::Sat => {
            let bits = x.cast_signed();
            let number = if bits > format.infinity as i16 { 0 } else { bits };
            let positive = if number < 0 { 0 } else { number };
            let clamped = if positive > format.one as i16 { format.one as i16 } else { positive };
            clamped.cast_unsigned()
        }
    }
}

/// Replaces ±inf by the largest finite number of the same sign if the instruction has `.satfinite`.
#[inline(always)]
pub(crate) const fn limit(format: Format, x: u64, limit: Limit) -> u64 {
    match limit {
        Limit::Satfinite if x & format.nan == format.infinity => x - 1,
        _ => x,
    }
}

/// Replaces a negative half-precision number and -0 by +0 if the instruction has `.relu`.
///
/// If `x` is a NaN, `x` must be the canonical NaN, which has a clear sign bit and is therefore returned unchanged.
#[inline(always)]
pub(crate) const fn rectify(format: Format, x: u16, rectification: Rectification) -> u16 {
    match rectification {
        Rectification::Relu if x & format.sign as u16 != 0 => 0,
        _ => x,
    }
}

/// Clamps an integer to the range of `BITS` bits: two's complement if `signed`, unsigned otherwise.
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
