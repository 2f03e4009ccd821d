//! Addition.

use crate::format::{Format, negative, widen, widen_single};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{double_to_short, single_to_half};

/// Computes `a + b` in binary32. A subnormal sum is exact, so `.ftz` can be applied after rounding.
#[inline]
pub(crate) const fn binary32(a: f32, b: f32, rounding: Rounding, subnormals: Subnormals) -> f32 {
    let sum =
        if matches!(rounding, Rounding::Rn) { a + b } else { directed_sum_single(a, b, rounding) };
    let flushed = matches!(subnormals, Subnormals::Flush) && sum.abs() < f32::MIN_POSITIVE;
    nan::canonical(if flushed { (0.0_f32).copysign(sum) } else { sum })
}

/// Computes `a + b` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, rounding: Rounding) -> f64 {
    let sum = if matches!(rounding, Rounding::Rn) { a + b } else { directed_sum(a, b, rounding) };
    if sum.is_nan() { nan::propagated(&[a, b]) } else { sum }
}

/// Defines `a + b` with a directed rounding; a NaN stays a NaN.
///
/// `nearest` is one of the two numbers around the exact sum. The side on which the sum lies follows from two
/// comparisons:
///
/// * `nearest - larger` is exact (Dekker's Fast2Sum, "A floating-point technique for extending the available
///   precision", Numerische Mathematik 18, 1971). It is less than `smaller` if and only if `nearest` is below the sum.
/// * `nearest - smaller` may be rounded. Rounding is monotonic, so a comparison with `larger` never holds wrongly,
///   but it may fail to hold.
///
/// The code makes both comparisons, so it need not know which operand is larger.
///
/// The first claim also holds if `a` is a 48-bit product, `b` a binary32 and `nearest` a binary32. Unless `nearest` is
/// the exact sum, `nearest - larger` is a multiple of the unit in the last place of `nearest` or of `larger`. The
/// difference is less than 2^50 of these units, so binary64 holds it exactly.
///
/// If the sum overflows, both differences are infinite and `nearest` counts as above the sum. With one infinite
/// operand, one difference is a NaN, which compares as false. The other difference is infinite and equals the operand
/// that it is compared with.
macro_rules! directed_sum {
    ($name:ident, $wide:ident, $float:ident) => {
        #[inline]
        pub(crate) const fn $name(a: $wide, b: $wide, rounding: Rounding) -> $float {
            // Rounding down is rounding up with all signs flipped; an exact zero becomes -0 as required.
            let down = matches!(rounding, Rounding::Rm);
            let (a, b) = if down { (-a, -b) } else { (a, b) };
            let nearest = (a + b) as $float;
            let minus = nearest.is_sign_negative();
            let wide = nearest as $wide;
            let below = (wide - a < b) | (wide - b < a);
            let ulps = if matches!(rounding, Rounding::Rz) {
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

/// Computes `a + b` in a half-precision format.
///
/// To nearest, rounding to binary32 first is harmless. Its precision of 24 is at least twice the format's 11 or 8,
/// plus 2 (Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30, 1995), and subnormal sums are
/// exact. A directed rounding starts from the sum in binary64, rounded to odd.
#[inline(always)]
pub(crate) const fn half_precision(
    format: Format,
    a: u16,
    b: u16,
    rounding: Rounding,
    subnormals: Subnormals,
) -> u16 {
    if matches!(rounding, Rounding::Rn) {
        return single_to_half(
            format,
            widen_single(format, a) + widen_single(format, b),
            rounding,
            subnormals,
        );
    }
    double_to_short(
        format,
        sum_to_odd(widen(format, a), widen(format, b), rounding),
        rounding,
        subnormals,
    ) as u16
}

/// Computes `a + b` rounded to odd: an inexact sum is truncated and its last bit set. The result compares with every
/// shorter number like the exact sum does. An exact zero has the sign that `rounding` requires.
///
/// No intermediate sum may overflow.
#[inline]
pub(crate) const fn sum_to_odd(a: f64, b: f64, rounding: Rounding) -> f64 {
    let down = matches!(rounding, Rounding::Rm);
    let (a, b) = if down { (-a, -b) } else { (a, b) };
    let sum = a + b;
    // The summand that subtracts the larger operand from `sum` is the exact error of `sum`, as in Fast2Sum. The other
    // summand has the same sign or is zero. Both are NaNs if an operand is not finite.
    let error = (a - (sum - b)) + (b - (sum - a));
    let inexact = (error < 0.0) | (error > 0.0);
    let short = inexact & (negative(error) != negative(sum));
    let truncated = sum.to_bits().wrapping_sub(short as u64);
    let odd = f64::from_bits(truncated | inexact as u64);
    if down { -odd } else { odd }
}
