//! The step of the tensor core: it truncates the products and the accumulator, adds them exactly, and rounds once.
//!
//! Every term (a product or the accumulator) is truncated to a multiple of a unit. The unit is [`Parameters::kept`]
//! bits below the largest exponent of the terms. The exponent of a product is the sum of the exponents of its operands.
//! The product is not normalised, so its significand is below 4. A term of zero has no exponent.
//!
//! All computation is exact in binary64. An operand is an f32 with at most 11 significant bits, so a product has at
//! most 22. Counted in units, a sum of truncated terms is an integer below 2^33. Infinities and NaNs need no special
//! case: truncation keeps them, and binary64 adds and multiplies them as the tensor core does. The caller replaces a
//! NaN result by the canonical NaN.

use super::decode::{Terms, exponent_power, mask};
use super::parameters::{Parameters, Rounded};
use crate::format::{BINARY32, BINARY64, power};

/// To truncate a term, the code adds an anchor to the term. The anchor is 2^ANCHOR units, where the unit is the value
/// of the lowest kept bit. Every term is below 2^27 units, half the anchor: at most 25 bits are kept, and a product has
/// two integer bits.
const ANCHOR: i32 = 28;

/// A mask of the bits below the unit in the sum of a term and the anchor. Clearing these bits truncates the term. The
/// addition of the anchor never rounds a term up to a multiple of the unit: a term has too few significant bits to be
/// so close to a multiple.
const BELOW: u64 = (1 << (52 - ANCHOR)) - 1;

/// Truncates a number to a multiple of the unit. `anchor` is 2^ANCHOR units. A magnitude below the unit becomes +0.
#[inline(always)]
const fn cut(x: f64, anchor: f64) -> f64 {
    let signed = f64::from_bits(x.to_bits() & BINARY64.sign | anchor.to_bits());
    let anchored = x + signed;
    f64::from_bits(anchored.to_bits() & !BELOW) - signed
}

#[inline(always)]
const fn max(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

#[inline(always)]
const fn min(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// Returns 2^exponent of a sum, limited to the range from `least` to 2^128.
#[inline(always)]
const fn leading(sum: f64, least: f64) -> f64 {
    let field = f64::from_bits(sum.to_bits() & BINARY64.infinity);
    min(max(field, least), power(128))
}

/// Rounds a sum towards zero to an f32 with `fraction` fraction bits. Magnitudes of 2^128 and above become ±inf.
#[inline(always)]
const fn single(sum: f64, least: f64, fraction: i32) -> f32 {
    cut(sum, leading(sum, least) * power(ANCHOR.wrapping_sub(fraction))) as f32
}

/// Rounds a sum to the nearest f16, ties to even, and returns the result as f32. A rounded magnitude of 65536 or more
/// becomes ±inf.
#[inline(always)]
const fn half(sum: f64, least: f64) -> f32 {
    // Adding 1.5 · 2^52 units in the last place of f16 rounds the sum to a multiple of this unit.
    let anchor = leading(sum, least) * (1.5 * power(52 - 10));
    let nearest = ((sum + anchor) - anchor) as f32;
    let overflow = mask(nearest.abs() >= 65536.0);
    let kept = nearest.to_bits() & (BINARY32.sign as u32 | !overflow);
    f32::from_bits(kept | overflow & BINARY32.infinity as u32)
}

/// Computes `accumulator + sum of a[k] * b[k]` for each of N columns. `a` and `b` have the same length, which is at
/// most the number of products in a step.
#[inline(always)]
pub(super) const fn step<const N: usize>(
    parameters: &Parameters,
    a: &[Terms<1>],
    b: &[Terms<N>],
    accumulator: [f32; N],
) -> [f32; N] {
    let mut largest = [power(parameters.floor); N];
    let (mut row, mut columns) = (a, b);
    while let ([x, row_rest @ ..], [y, columns_rest @ ..]) = (row, columns) {
        let mut j = 0;
        while j < N {
            largest[j] = max(x.power[0] * y.power[j], largest[j]);
            j += 1;
        }
        (row, columns) = (row_rest, columns_rest);
    }

    let mut anchor = [0.0; N];
    let mut sum = [0.0; N];
    let mut j = 0;
    while j < N {
        let power_of_accumulator = exponent_power(accumulator[j], parameters.least);
        // The anchor must be finite. If a term is infinite, 2^exponent of the term is infinite too, so the code limits
        // the largest power to 2^300. For a finite term, 2^exponent is at most 2^254.
        let finite = min(max(largest[j], power_of_accumulator), power(300));
        anchor[j] = finite * power(ANCHOR.wrapping_sub(parameters.kept));
        sum[j] = cut(accumulator[j] as f64, anchor[j]);
        j += 1;
    }

    let (mut row, mut columns) = (a, b);
    while let ([x, row_rest @ ..], [y, columns_rest @ ..]) = (row, columns) {
        let mut j = 0;
        while j < N {
            sum[j] += cut(x.value[0] * y.value[j], anchor[j]);
            j += 1;
        }
        (row, columns) = (row_rest, columns_rest);
    }

    parameters.round(sum)
}

impl Parameters {
    /// Rounds the sums of a step.
    #[inline(always)]
    pub(super) const fn round<const N: usize>(&self, sum: [f64; N]) -> [f32; N] {
        let mut result = [0.0; N];
        let least = power(self.least);
        let mut j = 0;
        while j < N {
            result[j] = match self.rounded {
                Rounded::Single(fraction) => single(sum[j], power(-126), fraction),
                Rounded::Half => half(sum[j], least),
            };
            j += 1;
        }
        result
    }
}

/// Computes a chain of steps of `products` products each. The result of a step is the accumulator of the next step.
#[inline(always)]
pub(super) const fn chain<const N: usize>(
    parameters: &Parameters,
    products: usize,
    a: &[Terms<1>],
    b: &[Terms<N>],
    accumulator: [f32; N],
) -> [f32; N] {
    let mut result = accumulator;
    let (mut row, mut columns) = (a, b);
    while let (Some((x, row_rest)), Some((y, columns_rest))) =
        (split(row, products), split(columns, products))
    {
        result = step(parameters, x, y, result);
        (row, columns) = (row_rest, columns_rest);
    }
    result
}

/// Splits a slice after `at` elements, or after all elements if the slice is shorter. Returns `None` for an empty
/// slice.
#[inline(always)]
const fn split<T>(slice: &[T], at: usize) -> Option<(&[T], &[T])> {
    match slice.split_at_checked(at) {
        _ if slice.is_empty() => None,
        None => Some((slice, &[])),
        parts => parts,
    }
}
