//! Between floats and integers.

use crate::format::{BINARY32, BINARY64, Format};
use crate::mode::Rounding;
use crate::round::pack;

/// Defines the rounding of a number to an integral one; a zero has the sign of `x`, and an infinity
/// or NaN remains.
///
/// A number of that many fraction bits or more is integral. To a smaller magnitude 2^(fraction bits)
/// is added: the sum has no bits below the point and is rounded to nearest, ties to even. That power
/// is taken off exactly; a directed rounding then moves the result by 1 if it lies on the wrong side.
macro_rules! to_integral {
    ($name:ident, $float:ident, $format:ident) => {
        #[inline]
        pub(crate) const fn $name(x: $float, r: Rounding) -> $float {
            const INTEGRAL: $float = (1_u64 << $format.fraction_bits) as $float;
            let size = x.abs();
            let nearest = (size + INTEGRAL) - INTEGRAL;
            let away = r.is_away(x.is_sign_negative());
            let up = away & (nearest < size);
            let down = !away & !matches!(r, Rounding::Rn) & (nearest > size);
            let step = if down { -1.0 } else { 0.0 };
            let step = if up { 1.0 } else { step };
            let rounded = nearest + step;
            if size < INTEGRAL { rounded.copysign(x) } else { x }
        }
    };
}

to_integral!(to_integral, f64, BINARY64);
to_integral!(to_integral_single, f32, BINARY32);

/// A sign and a magnitude as the bits of a format.
#[inline(always)]
pub(crate) const fn from_integer(f: Format, negative: bool, magnitude: u64, r: Rounding) -> u64 {
    if magnitude == 0 {
        return if negative { f.sign } else { 0 };
    }
    let clear = magnitude.leading_zeros();
    pack(f, negative, 63_u32.wrapping_sub(clear) as i32, magnitude.wrapping_shl(clear), r)
}
