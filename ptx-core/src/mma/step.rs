//! The step of the tensor core: products and an accumulator summed exactly after truncation, rounded
//! once.
//!
//! Every term, the accumulator among them, is cut towards zero to a multiple of a unit that lies
//! [`Parameters::kept`] bits below the largest exponent of the terms. A product's exponent is the sum
//! of its operands' exponents: it is not normalised, so its significand is below 4. Terms that are
//! zero do not count.
//!
//! All of it is computed in binary64, exactly. An operand is an f32 of at most 11 significant bits, so
//! that a product has at most 22. Sums of cut terms are integers below 2^33 in units. Infinities and
//! NaNs need nothing special: they are cut to themselves, and binary64 adds and multiplies them as the
//! tensor core does. Which NaN it is, is settled by whoever takes the result.

use super::decode::{Terms, exponent_power, mask};
use super::parameters::{Parameters, Rounded};
use crate::format::{BINARY32, BINARY64, power};

/// The anchor of a cut in units: a power of two above twice the largest term, which is below 2^27
/// units (26 bits and a product's second integer bit).
const ANCHOR: i32 = 28;

/// The bits of an anchored number below the unit: 52 - 28. No term is so near below a multiple of the
/// unit that rounding to so many bits would reach it.
const BELOW: u64 = (1 << (52 - ANCHOR)) - 1;

/// A number cut towards zero to a multiple of the unit that the anchor gives. What is cut to nothing
/// becomes +0.
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

/// The power of two of a sum's leading bit, kept between that of the least exponent and a finite one.
#[inline(always)]
const fn leading(sum: f64, least: f64) -> f64 {
    let field = f64::from_bits(sum.to_bits() & BINARY64.infinity);
    min(max(field, least), power(128))
}

/// The sum towards zero as an f32 of so many fraction bits; 2^128 and more become infinite.
#[inline(always)]
const fn single(sum: f64, least: f64, fraction: i32) -> f32 {
    cut(sum, leading(sum, least) * power(ANCHOR.wrapping_sub(fraction))) as f32
}

/// The sum to nearest even as an f16, which an f32 holds.
#[inline(always)]
const fn half(sum: f64, least: f64) -> f32 {
    // Adding 1.5 · 2^52 units rounds to units.
    let anchor = leading(sum, least) * (1.5 * power(52 - 10));
    let nearest = ((sum + anchor) - anchor) as f32;
    let overflow = mask(nearest.abs() >= 65536.0);
    let kept = nearest.to_bits() & (BINARY32.sign as u32 | !overflow);
    f32::from_bits(kept | overflow & BINARY32.infinity as u32)
}

/// `accumulator + sum of a[k] * b[k]`, once for each of N columns. `a` and `b` are equally long, and
/// not longer than the step.
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
        // The power of an infinity is one too: no finite power exceeds 2^254.
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

    let mut result = [0.0; N];
    let least = power(parameters.least);
    let mut j = 0;
    while j < N {
        result[j] = match parameters.rounded {
            Rounded::Single(fraction) => single(sum[j], power(-126), fraction),
            Rounded::Half => half(sum[j], least),
        };
        j += 1;
    }
    result
}

/// Steps of so many products, one after another, each with the result of the one before.
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

/// The first so many of a slice, or all if it is shorter, and the rest; `None` at its end.
#[inline(always)]
const fn split<T>(slice: &[T], at: usize) -> Option<(&[T], &[T])> {
    match slice.split_at_checked(at) {
        _ if slice.is_empty() => None,
        None => Some((slice, &[])),
        parts => parts,
    }
}
