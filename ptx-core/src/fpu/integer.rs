//! Conversions between floats and integers.

use crate::format::{BINARY16, BINARY32, BINARY64, Format};
use crate::mode::Rounding;
use crate::round::pack;

/// Rounds a binary32 to an integral number. A zero result has the sign of `x`; ±inf and NaN are unchanged.
///
/// Numbers with a magnitude of 2^23 or more are integral. With `.rn`, the code adds 2^23 with the sign of `x` to a
/// smaller number. The sum is rounded to an integer, ties to even, and subtracting 2^23 again is exact. LLVM vectorises
/// loops of this code, and of [`integral()`], which computes the directed roundings.
#[inline]
pub(crate) const fn to_integral_single(x: f32, rounding: Rounding) -> f32 {
    const INTEGRAL: f32 = (1 << BINARY32.fraction_bits) as f32;
    if !matches!(rounding, Rounding::Rn) {
        return f32::from_bits(integral(BINARY32, x.to_bits(), rounding));
    }
    let great = INTEGRAL.copysign(x);
    let nearest = (x + great) - great;
    if x.abs() < INTEGRAL { nearest.copysign(x) } else { x }
}

/// Defines a function that rounds a number, given by its bits, to an integral number. A zero result has the sign of the
/// number; ±inf and NaN are unchanged.
///
/// If the magnitude must be rounded up, the code adds an increment that carries into the integer bits. The code then
/// clears the bits below the binary point. Two masks select other results without branches: `below_one` for magnitudes
/// below 1, and `whole` for numbers that have no bits below the point.
macro_rules! integral {
    ($name:ident, $word:ident) => {
        #[inline(always)]
        pub(crate) const fn $name(format: Format, bits: $word, rounding: Rounding) -> $word {
            const MOST: u32 = $word::BITS - 1;
            let (sign, size) = (bits & format.sign as $word, bits & format.nan as $word);
            let (one, unit) = (format.one as $word, format.min_normal as $word);
            let exponent = ((size >> format.fraction_bits) as u32).wrapping_sub(format.bias as u32);
            let below_one = (size.wrapping_sub(one).cast_signed() >> MOST) as $word;
            // `short` is true for binary16 only. The exponent of a binary16 is at most 16, so every shift by the
            // exponent is less than the word's width. For a binary16 that has no bits below the binary point, `mask` is
            // therefore 0, and `whole` is not needed.
            let short = format.bias as u32 <= MOST;
            let whole = (format.fraction_bits - 1).wrapping_sub(exponent).cast_signed() >> 31;
            let whole = if short { 0 } else { whole as $word };
            let mask = (unit - 1).wrapping_shr(exponent);
            let (sum, up) = if matches!(rounding, Rounding::Rn) {
                let last = unit.wrapping_shr(exponent);
                let odd = size & if short { last & (mask << 1) } else { last } != 0;
                let sum = size.wrapping_add(mask >> 1).wrapping_add(odd as $word);
                (sum, if size > one - unit { one } else { 0 })
            } else {
                let to_top = format.sign.leading_zeros() - (64 - $word::BITS);
                let minus = (bits << to_top).cast_signed() >> MOST;
                let away = rounding.away_mask(minus as i64) as $word;
                (size.wrapping_add(mask & away), if size != 0 { one & away } else { 0 })
            };
            sign | (up & below_one) | (size & whole) | (sum & !(mask | below_one | whole))
        }
    };
}

integral!(integral, u32);
integral!(integral_double, u64);

/// Clamps a number to a range and rounds it to the nearest integer. The low bits of the result are the integer; the
/// high bits have no meaning. The bounds must be integers of at most 33 bits. A NaN gives the lower bound.
///
/// The code adds 3·2^51, whose unit in the last place is 1. A number below 2^51 in magnitude does not change the
/// exponent of 3·2^51. The addition therefore rounds to an integer, and the low bits of the sum are this integer.
#[inline]
pub(crate) const fn nearest(x: f64, least: f64, greatest: f64) -> u64 {
    const INTEGRAL: f64 = (3_u64 << 51) as f64;
    let x = if x > least { x } else { least };
    let x = if x < greatest { x } else { greatest };
    (x + INTEGRAL).to_bits()
}

/// Defines a function that rounds the magnitude of a number to an integer. If the integer does not fit into `$word`,
/// the result is unspecified. If `signed` is false, the target type is unsigned, and a negative number gives 0.
///
/// The significand is left-aligned in the word and shifted right. To round away from zero, the code subtracts 1 before
/// the shift and adds 1 after it: `ceil(s / 2^n) = floor((s - 1) / 2^n) + 1` for `s > 0`.
macro_rules! rounded {
    ($name:ident, $format:ident, $bits:ident, $word:ident) => {
        #[inline(always)]
        pub(crate) const fn $name(x: $bits, rounding: Rounding, signed: bool) -> $word {
            const LEFT: u32 = $word::BITS - 1 - $format.fraction_bits;
            let size = x & $format.nan as $bits;
            let field = (size >> $format.fraction_bits) as u32;
            // For an unsigned target, `below_one` includes all negative numbers: their bits, compared as signed
            // integers, are below the bits of 1.0.
            let (x, one) = (x.cast_signed(), ($format.one as $bits).cast_signed());
            let below_one = if signed { field < $format.bias as u32 } else { x < one };
            let significand = (size as $word) << LEFT | 1 << ($word::BITS - 1);
            let right = ($format.bias as u32 + $word::BITS - 1).wrapping_sub(field);
            if matches!(rounding, Rounding::Rn) {
                let whole = significand.wrapping_shr(right);
                // `rest` holds the bits below the binary point, left-aligned. If `whole` is odd, the code sets the
                // lowest bit of `rest`. A tie then exceeds one half and rounds up to an even number.
                let rest = (significand << 1).wrapping_shl(!right);
                let up = rest | whole & 1 > 1 << ($word::BITS - 1);
                let half = ($format.one - $format.min_normal) as $bits;
                let one = if signed { size > half } else { x > half.cast_signed() };
                let nearest = whole.wrapping_add(up as $word);
                return if below_one { one as $word } else { nearest };
            }
            let one = (is_away(rounding, x < 0, signed) & (size != 0)) as $word;
            let whole = significand.wrapping_sub(one).wrapping_shr(right);
            let whole = if below_one { 0 } else { whole };
            whole.wrapping_add(one)
        }
    };
}

rounded!(rounded_single, BINARY32, u32, u32);
rounded!(rounded_single_long, BINARY32, u32, u64);
rounded!(rounded_double, BINARY64, u64, u64);

/// Returns whether a directed rounding moves the magnitude away from zero. If `signed` is false, the function returns
/// false for a negative number, since the result is 0.
#[inline(always)]
const fn is_away(rounding: Rounding, minus: bool, signed: bool) -> bool {
    if signed { rounding.is_away(minus) } else { matches!(rounding, Rounding::Rp) & !minus }
}

/// Rounds the magnitude of a finite binary16 to an integer. If `signed` is false, the target type is unsigned, and a
/// negative number gives 0.
///
/// The code counts the magnitude in units of 2^-11 (Q11). All nonzero magnitudes below one half round in the same way,
/// so they are replaced by 2^-11.
#[inline(always)]
pub(crate) const fn rounded_half(x: u16, rounding: Rounding, signed: bool) -> u32 {
    const ONE_HALF: u32 = BINARY16.bias as u32 - 1;
    const ONE_Q11: u32 = 1 << 11;
    let leading = BINARY16.min_normal as u32;
    let size = x as u32 & BINARY16.nan as u32;
    let field = size >> BINARY16.fraction_bits;
    let significand = size & (leading - 1) | leading;
    let units = significand.wrapping_shl(field.wrapping_sub(ONE_HALF));
    let minus = x as u32 != size;
    let units = if field < ONE_HALF { (size != 0) as u32 } else { units };
    let units = if !signed && minus { 0 } else { units };
    let carry = match rounding {
        Rounding::Rn => ONE_Q11 / 2 - 1 + ((units / ONE_Q11) & 1),
        _ if is_away(rounding, minus, signed) => ONE_Q11 - 1,
        _ => 0,
    };
    units.wrapping_add(carry) / ONE_Q11
}

/// Rounds an integer, given by its sign and magnitude, to a format, and returns the bits.
#[inline(always)]
pub(crate) const fn from_integer(
    format: Format,
    negative: bool,
    magnitude: u64,
    rounding: Rounding,
) -> u64 {
    if magnitude == 0 {
        return if negative { format.sign } else { 0 };
    }
    let clear = magnitude.leading_zeros();
    pack(
        format,
        negative,
        63_u32.wrapping_sub(clear) as i32,
        magnitude.wrapping_shl(clear),
        rounding,
    )
}
