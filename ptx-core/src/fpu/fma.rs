//! Fused multiply-add: the exact product plus the addend, rounded once.
//!
//! Binary64 has no wider format to go through. Where exponents are moderate the exact result is made
//! a sum of floats that do not overlap (Boldo and Melquiond, "Emulation of FMA and correctly rounded
//! sums: proved algorithms using rounding to odd", IEEE Transactions on Computers 57, 2008):
//!
//! * `product + error`, exactly, by Dekker's multiplication: the factors are split into 26 or 27 bits
//!   and the rest, so that the four partial products are exact;
//! * `product + c = v + v_error`, exactly, by Knuth's TwoSum;
//! * `rest = v_error + error`, rounded. The result is `v + rest`.
//!
//! Where `v` is less than half of the product it is exact (Sterbenz), and a multiple of half a unit of
//! the product's last place, if not zero: `rest` is then `error`, and is not greater than `v`. Otherwise
//! `rest` is at most 1.5 units of the last place of `v`.
//!
//! Rounding `rest` to nearest instead of to odd changes the nearest result only if `v + rest` is on the
//! middle of two numbers. Those are a multiple of a quarter unit of `v` away from it: then all but the
//! upper bits of `rest` are zero, which is rare, and the sum is made again with `rest` rounded to odd.
//! For a directed rounding the errors of the two last additions say on which side the result lies: the
//! one of `v + rest` is a multiple of `rest`'s last place and so outweighs the other, if it is not zero.
//!
//! All other operands go by integers of 128 bits. Where the [`host`] has the operation to the nearest it
//! is taken, and gives `error` too.

use crate::flush::{widened_factor, widened_operand};
use crate::format::{
    BINARY16, BINARY32, BINARY64, Format, field, infinite, magnitude, negative, normalised,
};
use crate::fpu::{add, host, mul};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::{adjusted, double_to_short, pack, shift_right_jam, to_binary32};

/// `a * b + c` in binary32: 48 bits hold the product exactly.
///
/// Rounding the sum to 53 bits before matters only if it then is on the middle of two numbers, or, in a
/// direction with `.ftz`, is a number, which is rare. In a chain of operations that is a branch well foreseen; a
/// loop becomes vectors, for which both are computed.
#[inline]
pub(crate) const fn binary32(
    a: f32,
    b: f32,
    c: f32,
    rounding: Rounding,
    subnormals: Subnormals,
) -> f32 {
    let (product, c) = (a as f64 * b as f64, c as f64);
    if !matches!(rounding, Rounding::Rn) && matches!(subnormals, Subnormals::Keep) {
        return nan::canonical(add::directed_sum_narrowed(product, c, rounding));
    }
    let sum = product + c;
    let wide = if settled(sum, rounding) { sum } else { add::sum_to_odd(product, c, rounding) };
    to_binary32(wide, rounding, subnormals)
}

/// Whether a number is at no place where a rounding to binary32 changes. In a direction those are the
/// numbers, subnormal ones too, all of which are short; to nearest the middles of two, and of what is
/// subnormal there it may be any.
#[inline]
const fn settled(wide: f64, rounding: Rounding) -> bool {
    const LOST: u32 = BINARY64.fraction_bits - BINARY32.fraction_bits;
    let below = (wide.to_bits() as u32) << (32 - LOST);
    if matches!(rounding, Rounding::Rn) {
        (below != 1 << 31) & (wide.abs() >= f32::MIN_POSITIVE as f64)
    } else {
        below != 0
    }
}

/// `a * b + c` in binary64.
#[inline]
pub(crate) const fn binary64(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    if matches!(rounding, Rounding::Rn) && host::FUSED {
        let sum = host::mul_add(a, b, c);
        return if sum.is_nan() { nan::propagated(&[a, b, c]) } else { sum };
    }
    if !matches!(rounding, Rounding::Rn) {
        return f64::from_bits(directed_bits(a, b, c, rounding));
    }
    if !moderate(a, b, c) {
        return uncommon(a, b, c, rounding);
    }
    let Parts { v, v_error, error, rest } = parts(a, b, c);
    let short = rest.to_bits() << UPPER == 0;
    if short { v + add::sum_to_odd(v_error, error, rounding) } else { v + rest }
}

/// The bits of [`binary64`] in a direction. They are what a correction gives: as a float, each result would
/// go through a register of floats.
#[inline]
const fn directed_bits(a: f64, b: f64, c: f64, rounding: Rounding) -> u64 {
    if !moderate(a, b, c) {
        return uncommon(a, b, c, rounding).to_bits();
    }
    let Parts { v, v_error, error, rest } = parts(a, b, c);
    let sum = v + rest;
    // Fast2Sum, as `v` is the greater, or zero: what is left of `rest` is the error.
    let added = sum - v;
    if rest != added {
        return adjusted(sum, added, rest, rounding);
    }
    let (_, left) = two_sum(v_error, error);
    if magnitude(left) == 0 {
        let zero = if matches!(rounding, Rounding::Rm) { -0.0_f64 } else { 0.0 };
        return if magnitude(sum) == 0 { zero.to_bits() } else { sum.to_bits() };
    }
    adjusted(sum, 0.0, left, rounding)
}

/// The exact result as `v + (v_error + error)`.
struct Parts {
    v: f64,
    v_error: f64,
    error: f64,
    /// `v_error + error`, rounded.
    rest: f64,
}

/// The parts of the exact result of moderate operands.
#[inline]
const fn parts(a: f64, b: f64, c: f64) -> Parts {
    let product = a * b;
    let error = product_error(a, b, product);
    let (v, v_error) = two_sum(product, c);
    Parts { v, v_error, error, rest: v_error + error }
}

/// Sign, exponent and the two bits that a quarter to one and a half units have after the leading one.
const UPPER: u32 = 1 + 11 + 2;

/// Whether neither the product nor a sum nor an error of theirs can be subnormal, unless it is exact,
/// or overflow, even if a factor is rounded up.
#[inline]
const fn moderate(a: f64, b: f64, c: f64) -> bool {
    // Of the sum of the biased exponents: all bits of the error are 2^-1022 or more, and 2^1022 is not
    // reached.
    const LEAST: u32 = 1128;
    const GREATEST: u32 = 3066;
    let (x, y, z) = (field(a), field(b), field(c));
    let product = x.wrapping_add(y).wrapping_sub(LEAST) <= GREATEST - LEAST;
    let factors = (x.wrapping_sub(1) < 2045) & (y.wrapping_sub(1) < 2045);
    product & factors & (z.wrapping_sub(1) < 2044)
}

/// A sum and its error, exactly (Knuth's TwoSum).
#[inline]
const fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// What the rounded product is short of (Dekker 1971).
#[inline]
const fn product_error(a: f64, b: f64, product: f64) -> f64 {
    if host::FUSED {
        return host::mul_add(a, b, -product);
    }
    let (a_upper, b_upper) = (f64::from_bits(a.to_bits() & !LOWER), upper(b));
    let (a_lower, b_lower) = (a - a_upper, b - b_upper);
    let error = a_upper * b_upper - product;
    ((error + a_upper * b_lower) + a_lower * b_upper) + a_lower * b_lower
}

/// The lower 26 bits of a fraction, without which 27 bits are left.
const LOWER: u64 = (1 << 26) - 1;

/// The number rounded to 26 bits; the rest has as many and a sign.
#[inline]
const fn upper(x: f64) -> f64 {
    f64::from_bits(x.to_bits().wrapping_add(1 << 26) & !(LOWER << 1 | 1))
}

/// `a * b + c` in binary64 by integers, whatever the operands.
const fn uncommon(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    if a.is_nan() || b.is_nan() || c.is_nan() {
        return nan::propagated(&[a, b, c]);
    }
    if infinite(a) || infinite(b) || magnitude(a) == 0 || magnitude(b) == 0 {
        // The product is a zero or an infinity, or invalid, as the sum may be.
        return add::binary64(mul::binary64(a, b, rounding), c, rounding);
    }
    if infinite(c) {
        return c;
    }
    if magnitude(c) == 0 {
        return mul::binary64(a, b, rounding);
    }
    fused(a, b, c, rounding)
}

/// `a * b + c` of finite numbers, none of them zero.
#[inline]
const fn fused(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    let (x, y, z) = (normalised(a), normalised(b), normalised(c));
    // Leading bits at 124 or 125 of the product and 124 of the addend; whichever is the smaller is
    // shifted right. Where that loses bits the two lie so far apart that at most one leading bit
    // cancels.
    let product = (x.sig as u128 * y.sig as u128) << 20;
    let addend = (z.sig as u128) << 72;
    let product_exp = x.exp + y.exp - 20;
    let apart = product_exp - (z.exp - 72);
    let swap = apart < 0;
    let (great, small) = if swap { (addend, product) } else { (product, addend) };
    let small = shift_right_jam(small, apart.unsigned_abs());
    let exp = if swap { z.exp - 72 } else { product_exp };

    let product_negative = negative(a) != negative(b);
    let great_negative = if swap { negative(c) } else { product_negative };
    let opposite = product_negative != negative(c);
    // A difference is negative if the greater exponent did not belong to the greater number.
    let sum = great.wrapping_add(if opposite { small.wrapping_neg() } else { small });
    let reversed = opposite & (sum >> 127 != 0);
    let sum = if reversed { sum.wrapping_neg() } else { sum };
    if sum == 0 {
        return if matches!(rounding, Rounding::Rm) { -0.0 } else { 0.0 };
    }
    let zeros = sum.leading_zeros();
    let sum = sum.wrapping_shl(zeros);
    let sig = (sum >> 64) as u64 | (sum as u64 != 0) as u64;
    let exp = exp + 127 - zeros as i32;
    f64::from_bits(pack(BINARY64, great_negative != reversed, exp, sig, rounding))
}

/// `a * b + c` in a half-precision format; with `.ftz` a subnormal operand counts as zero of its sign.
///
/// Binary64 holds the product exactly, and enough of the sum, rounded to odd. To nearest, the sum of
/// binary16 may be rounded twice: it is a multiple of 2^-48, so one that binary64 does not hold is at
/// least 2^5. Unless it overflows, the product then has bits below 2^-37 and is itself below 2^-16,
/// less than half a place of `c`, to which the sum rounds in any case.
#[inline(always)]
pub(crate) const fn half_precision(
    format: Format,
    [a, b, c]: [u16; 3],
    rounding: Rounding,
    subnormals: Subnormals,
) -> u16 {
    // A factor by way of binary32, of which a vector has more: of both alike a single operation would be made a
    // vector, too, and wait for it.
    let (a, b, c) = (
        widened_operand(format, a, subnormals),
        widened_factor(format, b, subnormals) as f64,
        widened_operand(format, c, subnormals),
    );
    let product = a * b;
    let binary16 = format.bias == BINARY16.bias;
    let sum = match rounding {
        Rounding::Rn if binary16 => product + c,
        _ => add::sum_to_odd(product, c, rounding),
    };
    double_to_short(format, sum, rounding, subnormals) as u16
}
