//! Matrices of one type as matrices of another, element by element.

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
    /// f16 as f32, and back.
    half_values() u16 => f32, 0.0: |x| half_value(x as u32);
    half_values_of_words() u32 => f32, 0.0: |x| half_value(x);
    halves() f32 => u16, 0: |x| half_bits(x as f64);
    /// Integers of a type from the low bits.
    integers(element: Type) u32 => i32, 0: |x| extend(element, x);
    i8_integers(element: Type) i8 => i32, 0: |x| extend(element, x as u32);
    u8_integers(element: Type) u8 => i32, 0: |x| extend(element, x as u32);
}

/// The f16 nearest to a number; the one NaN.
#[inline(always)]
pub(super) const fn half_bits(x: f64) -> u16 {
    double_to_short(BINARY16, x, Rounding::Rn, Subnormals::Keep) as u16
}

/// An f16 as an f32.
#[inline(always)]
pub(super) const fn half_value(bits: u32) -> f32 {
    Encoding::of(Type::F16).value(bits)
}
