//! Addition.

use crate::format::{Format, negative, widen, widen_single};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{halve, narrow_to};

/// `a + b` in binary32. A subnormal sum is exact, so that what `.ftz` flushes is seen of it.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, r: Rounding, s: Subnormals) -> f32 {
    let sum = if matches!(r, Rounding::Rn) { a + b } else { directed_sum_single(a, b, r) };
    let flushed = matches!(s, Subnormals::Flush) && sum.abs() < f32::MIN_POSITIVE;
    nan::canonical(if flushed { (0.0_f32).copysign(sum) } else { sum })
}

/// `a + b` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, r: Rounding) -> f64 {
    let sum = if matches!(r, Rounding::Rn) { a + b } else { directed_sum(a, b, r) };
    if sum.is_nan() { nan::result(&[a, b]) } else { sum }
}

/// Defines `a + b` rounded in a direction; a NaN remains one.
///
/// The nearest number has of the smaller operand what it is more than the larger, exactly (Dekker's Fast2Sum,
/// 1971): compared with that operand it says on which side of the number the sum lies. What it is more than the
/// smaller one may be rounded, which is monotonic, so that it says the same or nothing. Both are asked, and the
/// operands need no order.
///
/// So it is with the binary32 next to a product of 48 bits plus a binary32: either it is their sum, or what it is
/// more than the larger is a multiple of a last place, its own or the larger's, and less than 2^50 times that.
///
/// A sum that overflows has an infinity of both operands, too much; with an infinite operand it has a NaN of that,
/// which compares with nothing, and of the other what that is.
macro_rules! directed_sum {
    ($name:ident, $wide:ident, $float:ident) => {
        #[inline]
        pub(crate) const fn $name(a: $wide, b: $wide, r: Rounding) -> $float {
            // Downwards is the other way round, zeros included: a sum that is exactly zero is -0.
            let down = matches!(r, Rounding::Rm);
            let (a, b) = if down { (-a, -b) } else { (a, b) };
            let nearest = (a + b) as $float;
            let minus = nearest.is_sign_negative();
            let wide = nearest as $wide;
            let below = (wide - a < b) | (wide - b < a);
            let ulps = if matches!(r, Rounding::Rz) {
                let above = (wide - a > b) | (wide - b > a);
                -(((minus & below) | (!minus & above)) as i32)
            } else {
                let up = if minus { -1 } else { 1 };
                if below { up } else { 0 }
            };
            let rounded = $float::from_bits(nearest.to_bits().wrapping_add_signed(ulps as _));
            if down { -rounded } else { rounded }
        }
    };
}

directed_sum!(directed_sum, f64, f64);
directed_sum!(directed_sum_single, f32, f32);
directed_sum!(directed_sum_narrowed, f64, f32);

/// `a + b` in a half-precision format.
///
/// To nearest, rounding to binary32 and then again is harmless: its 24 bits are at least twice the 11
/// or 8 of a half and two more (Figueroa 1995), and below the normal numbers sums are exact. Otherwise
/// binary64 holds enough of the sum, rounded to odd.
#[inline(always)]
pub(crate) const fn half(f: Format, a: u16, b: u16, r: Rounding, s: Subnormals) -> u16 {
    if matches!(r, Rounding::Rn) {
        return halve(f, widen_single(f, a) + widen_single(f, b), r, s);
    }
    narrow_to(f, sum_to_odd(widen(f, a), widen(f, b), r), r, s) as u16
}

/// `a + b` rounded to odd: if inexact, truncated with the last bit set. Such a sum compares with
/// every shorter number as the exact one does. Exact zeros have the sign that `r` gives them.
///
/// The operands must be so far from the limits of binary64 that nothing overflows or is lost.
#[inline]
pub(crate) const fn sum_to_odd(a: f64, b: f64, r: Rounding) -> f64 {
    let down = matches!(r, Rounding::Rm);
    let (a, b) = if down { (-a, -b) } else { (a, b) };
    let sum = a + b;
    // Of what the sum is short of either operand, one is the error, exactly, as in Fast2Sum; the other has its
    // sign, or is zero. Both are NaNs if an operand is not finite.
    let error = (a - (sum - b)) + (b - (sum - a));
    let inexact = (error < 0.0) | (error > 0.0);
    let short = inexact & (negative(error) != negative(sum));
    let truncated = sum.to_bits().wrapping_sub(short as u64);
    let odd = f64::from_bits(truncated | inexact as u64);
    if down { -odd } else { odd }
}
