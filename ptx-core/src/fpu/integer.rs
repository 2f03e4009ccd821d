//! Between floats and integers.

use crate::format::{BINARY32, BINARY64, Format};
use crate::mode::Rounding;
use crate::round::{pack, rounds_up};

/// A number rounded to an integral one; a zero has the sign of `x`, and an infinity or NaN remains.
///
/// A number of that many fraction bits or more is integral. To a smaller one 2^(fraction bits), of its sign,
/// is added: the sum has no bits below the point and is rounded to nearest, ties to even. That power is
/// taken off exactly; a directed rounding then moves the result by 1 if it lies on the wrong side.
#[inline]
pub(crate) const fn to_integral(x: f64, r: Rounding) -> f64 {
    const INTEGRAL: f64 = (1_u64 << BINARY64.fraction_bits) as f64;
    // Towards zero goes a magnitude as towards minus infinity.
    let y = if matches!(r, Rounding::Rz) { x.abs() } else { x };
    let great = INTEGRAL.copysign(y);
    let nearest = (y + great) - great;
    let step = match r {
        Rounding::Rz | Rounding::Rm if nearest > y => -1.0,
        Rounding::Rp if nearest < y => 1.0,
        _ => 0.0,
    };
    let rounded = nearest + step;
    if x.abs() < INTEGRAL { rounded.copysign(x) } else { x }
}

/// [`to_integral`] of a binary32, which is cut in a direction: shifts of 32 bits become vectors.
#[inline]
pub(crate) const fn to_integral_single(x: f32, r: Rounding) -> f32 {
    const INTEGRAL: f32 = (1 << BINARY32.fraction_bits) as f32;
    if !matches!(r, Rounding::Rn) {
        return f32::from_bits(integral(BINARY32, x.to_bits(), r));
    }
    let great = INTEGRAL.copysign(x);
    let nearest = (x + great) - great;
    if x.abs() < INTEGRAL { nearest.copysign(x) } else { x }
}

/// The bits of a number of binary32 or a shorter format, rounded to those of an integral one; a zero has
/// the sign of the number, and an infinity or NaN remains.
///
/// What is to be added to carry into those that are kept is added to the bits below the point, which are
/// cut.
#[inline(always)]
pub(crate) const fn integral(f: Format, bits: u32, r: Rounding) -> u32 {
    let (sign, size) = (bits & f.sign as u32, bits & f.nan as u32);
    let (one, half) = (f.one as u32, (f.one - f.min_normal) as u32);
    let most = f.fraction_bits as i32;
    let below = f.bias + most - (size >> f.fraction_bits) as i32;
    let below = if below < 0 { 0 } else { below };
    let below = if below > most { most } else { below };
    let unit = 1 << below;
    let mask = unit - 1;
    let odd = (size & unit != 0) as u32;
    let (carry, up) = match r {
        Rounding::Rn => (((mask >> 1) + odd) & mask, size > half),
        _ if r.is_away(sign != 0) => (mask, size != 0),
        _ => (0, false),
    };
    let rounded = size.wrapping_add(carry) & !mask;
    let below_one = if up { one } else { 0 };
    sign | if size < one { below_one } else { rounded }
}

/// A number rounded to an integral one and clamped to a range, whose bounds are integers of at most 33
/// bits: in the low bits of the result. A NaN gives the lower bound.
///
/// The unit of the last place of 3·2^51 is 1, and its sum with a number of a smaller magnitude has the
/// same exponent: no bits below the point, and the integer in the low ones.
#[inline]
pub(crate) const fn clamped(x: f64, r: Rounding, least: f64, greatest: f64) -> u64 {
    const INTEGRAL: f64 = (3_u64 << 51) as f64;
    let x = if x > least { x } else { least };
    let x = if x < greatest { x } else { greatest };
    let sum = x + INTEGRAL;
    let nearest = sum - INTEGRAL;
    let away = r.is_away(x < 0.0);
    let upwards = away == (x > 0.0);
    let up = upwards & (nearest < x);
    let down = !upwards & (nearest > x);
    let step = if matches!(r, Rounding::Rn) { 0 } else { up as i64 - down as i64 };
    sum.to_bits().wrapping_add_signed(step)
}

/// The bits of a number of a format, rounded to an integer of 64 bits and clamped to the range of a signed
/// or an unsigned one. Of a NaN, anything.
#[inline(always)]
pub(crate) const fn clamped_long(f: Format, bits: u64, r: Rounding, signed: bool) -> u64 {
    let (negative, size) = (bits & f.sign != 0, bits & f.nan);
    let fraction = size & (f.min_normal - 1);
    let significand = if size < f.min_normal { fraction } else { fraction | f.min_normal };
    // Of an integer of 64 bits, as many lie below the significand.
    let most_left = 63 - f.fraction_bits as i32;
    let left = (size >> f.fraction_bits) as i32 - f.bias - f.fraction_bits as i32;
    let right = if left < -63 { 63 } else { left.wrapping_neg() };
    let kept = significand.wrapping_shr(right as u32);
    let rest = significand.wrapping_shl(right.wrapping_neg() as u32);
    let up = rounds_up(r, negative, kept, rest, 1 << 63);
    let whole = significand.wrapping_shl(left as u32);
    let magnitude = if left < 0 { kept.wrapping_add(up as u64) } else { whole };
    let most = match signed {
        true => i64::MAX as u64 + negative as u64,
        false if negative => 0,
        false => u64::MAX,
    };
    let beyond = (left > most_left) | (magnitude > most) | (size == f.infinity);
    let clamped = if beyond { most } else { magnitude };
    if negative { clamped.wrapping_neg() } else { clamped }
}

/// A sign and a magnitude as the bits of a format.
#[inline(always)]
pub(crate) const fn from_integer(f: Format, negative: bool, magnitude: u64, r: Rounding) -> u64 {
    if magnitude == 0 {
        return if negative { f.sign } else { 0 };
    }
    let clear = magnitude.leading_zeros();
    pack(f, negative, 63_u32.wrapping_sub(clear) as i32, magnitude.wrapping_shl(clear), r)
}
