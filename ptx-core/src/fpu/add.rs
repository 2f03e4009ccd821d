//! Addition in binary32, binary64 and the half-precision formats.

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
    if sum.is_nan() { nan::of_sum_or_product(a, b) } else { sum }
}

/// Defines a function that computes `a + b` with a directed rounding (`.rz`, `.rm` or `.rp`). A NaN sum is returned
/// unchanged.
///
/// `nearest` is the sum rounded to nearest. The exact sum is `nearest`, or lies between `nearest` and one of its two
/// neighbours. Call the operand of larger magnitude `larger` and the other operand `smaller`. Two comparisons tell
/// whether the exact sum is above `nearest`:
///
/// * `nearest - larger` is exact (Dekker's Fast2Sum, "A floating-point technique for extending the available
///   precision", Numerische Mathematik 18, 1971). So `nearest - larger < smaller` holds if and only if the exact sum is
///   above `nearest`.
/// * `nearest - smaller` may be rounded. Rounding is monotonic, so if `nearest - smaller < larger` holds, the exact sum
///   is above `nearest`. If this comparison does not hold, the exact sum may still be above `nearest`.
///
/// The code combines both comparisons with `|`, so it need not know which operand is larger. The variable `below` holds
/// the result: whether `nearest` is below the exact sum. The opposite comparisons give `above`, which tells whether
/// `nearest` is above the exact sum.
///
/// In `directed_sum_narrowed`, `a` is a 48-bit product, `b` is a binary32, and `nearest` is rounded to binary32. The
/// difference `nearest - larger` is exact in this function too. If the sum is inexact, the difference is a multiple of
/// the unit in the last place of `nearest` or of `larger`. The difference is less than 2^50 of these units, so binary64
/// holds the difference exactly.
///
/// If the sum overflows, both differences are infinite, and the comparisons are right: +inf is above the exact sum, and
/// -inf is below the exact sum. If one operand is infinite, one difference is a NaN and compares as false. The other
/// difference equals the infinite operand, so its comparison is false too.
macro_rules! directed_sum {
    ($name:ident, $wide:ident, $float:ident) => {
        #[inline]
        pub(crate) const fn $name(a: $wide, b: $wide, rounding: Rounding) -> $float {
            // To round down, the code negates the operands, rounds their sum up, and negates the result. If opposite
            // operands cancel, the sum +0 thus becomes -0, as IEEE 754 requires.
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
/// With `.rn` the code rounds the sum to binary32 first. Let `p` be the precision of a format. Rounding twice is
/// harmless if the wider format has a precision of at least `2p + 2` bits. Binary32 has 24 bits, binary16 has 11 and
/// bfloat16 has 8 (Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30, 1995). Subnormal sums are
/// exact. With a directed rounding, the code first rounds the sum to odd in binary64, see [`sum_to_odd`].
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

/// Computes `a + b` rounded to odd: truncates an inexact sum and sets its lowest bit. Rounding the result to a shorter
/// format gives the same bits as rounding the exact sum. An exact zero has the sign that `rounding` requires.
///
/// Callers must ensure that `a + b` does not overflow.
#[inline]
pub(crate) const fn sum_to_odd(a: f64, b: f64, rounding: Rounding) -> f64 {
    let down = matches!(rounding, Rounding::Rm);
    let (a, b) = if down { (-a, -b) } else { (a, b) };
    let sum = a + b;
    // If `a` has the larger magnitude, `b - (sum - a)` is the exact error of `sum` (Fast2Sum). The other difference,
    // `a - (sum - b)`, then has the same sign or is zero. If `b` has the larger magnitude, the two differences swap
    // roles. `error` therefore has the sign of the exact error. If an operand is ±inf or NaN, `error` is a NaN, and
    // both comparisons are false.
    let error = (a - (sum - b)) + (b - (sum - a));
    let inexact = (error < 0.0) | (error > 0.0);
    let short = inexact & (negative(error) != negative(sum));
    let truncated = sum.to_bits().wrapping_sub(short as u64);
    let odd = f64::from_bits(truncated | inexact as u64);
    if down { -odd } else { odd }
}
