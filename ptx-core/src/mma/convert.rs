//! Conversions of matrices, element by element.

use super::decode::Encoding;
use super::integer::extend;
use super::types::Type;
use crate::format::BINARY16;
use crate::mode::{Rounding, Subnormals};
use crate::round::double_to_short;

macro_rules! elementwise {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $Argument:ty)?) $From:ty => $To:ty, $zero:literal: |$x:ident| $value:expr;)*) => { $(
        $(#[$doc])*
        #[inline(always)]
        pub(super) const fn $name<const R: usize, const C: usize>(
            $($argument: $Argument,)?
            matrix: &[[$From; C]; R],
        ) -> [[$To; C]; R] {
            let mut converted = [[$zero; C]; R];
            let mut i = 0;
            while i < R {
                let mut j = 0;
                while j < C {
                    let $x = matrix[i][j];
                    converted[i][j] = $value;
                    j += 1;
                }
                i += 1;
            }
            converted
        }
    )* };
}

elementwise! {
    u16_words() u16 => u32, 0: |x| x as u32;
    u8_words() u8 => u32, 0: |x| x as u32;
    u32_words() u32 => u32, 0: |x| x;
    /// Converts f16 elements to f32.
    half_values() u16 => f32, 0.0: |x| half_value(x as u32);
    half_values_of_words() u32 => f32, 0.0: |x| half_value(x);
    /// Rounds f32 elements to the nearest f16.
    halves() f32 => u16, 0: |x| half_bits(x as f64);
    /// Extends the low bits of words to i32: sign-extends `.s8` and `.s4`, zero-extends `.u8` and `.u4`.
    integers(element: Type) u32 => i32, 0: |x| extend(element, x);
    i8_integers(element: Type) i8 => i32, 0: |x| extend(element, x as u32);
    u8_integers(element: Type) u8 => i32, 0: |x| extend(element, x as u32);
}

/// Rounds a number to the nearest f16. Every NaN becomes 7fff.
#[inline(always)]
pub(super) const fn half_bits(x: f64) -> u16 {
    double_to_short(BINARY16, x, Rounding::Rn, Subnormals::Keep) as u16
}

/// Converts an f16 to f32.
#[inline(always)]
pub(super) const fn half_value(bits: u32) -> f32 {
    Encoding::of(Type::F16).value(bits)
}
