//! Chains of directed `fma` on f64, without branches, so that LLVM vectorises the loop over the columns.
//!
//! The steps are those of `fma.rs`, which has the proof: the exact result is `v + (v_error + error)`, and `sum` is
//! this sum rounded to nearest or a neighbour. `missing` has the sign of the exact result minus `sum`.

use super::fma::{GREATEST, LEAST, Parts, parts, two_sum};
use crate::format::BINARY64;
use crate::mode::Rounding;

/// Computes a chain of `fma` for each of N columns. Returns `None` if an operand or a sum has an exponent that the steps
/// do not compute.
#[inline(always)]
pub(crate) fn chains<const N: usize>(
    a: &[f64],
    b: &[[f64; N]],
    sums: &[f64; N],
    rounding: Rounding,
) -> Option<[f64; N]> {
    match rounding {
        Rounding::Rn => None,
        Rounding::Rz => moved(
            a,
            b,
            sums,
            0.0,
            #[inline(always)]
            |is_minus, is_above, is_below| ulps(false, is_below & !is_minus | is_above & is_minus),
        ),
        Rounding::Rm => moved(
            a,
            b,
            sums,
            -0.0,
            #[inline(always)]
            |is_minus, _, is_below| ulps(is_below & is_minus, is_below & !is_minus),
        ),
        Rounding::Rp => moved(
            a,
            b,
            sums,
            0.0,
            #[inline(always)]
            |is_minus, is_above, _| ulps(is_above & !is_minus, is_above & is_minus),
        ),
    }
}

/// Returns the number of ulps by which a magnitude changes.
#[inline(always)]
const fn ulps(is_more: bool, is_less: bool) -> u64 {
    (is_more as u64).wrapping_sub(is_less as u64)
}

/// The largest exponent field of a factor or an addend.
const LARGEST: u64 = 2044;

/// Returns the exponent field of a number, in 64 bits as the numbers of a vector.
#[inline(always)]
const fn field(x: f64) -> u64 {
    x.to_bits() << 1 >> (BINARY64.fraction_bits + 1)
}

/// Returns whether the steps compute `x * y + c`. A factor or `c` may be zero.
#[inline(always)]
const fn is_computed(x: f64, y: f64, c: f64) -> bool {
    let (of_x, of_y, of_c) = (field(x), field(y), field(c));
    let both = of_x.wrapping_add(of_y);
    let is_zero = (x == 0.0) | (y == 0.0);
    let is_small = (of_x <= LARGEST) & (of_y <= LARGEST) & (of_c <= LARGEST);
    let is_normal = (of_x != 0) & (of_y != 0) & (both >= LEAST as u64) & (both <= GREATEST as u64);
    is_small & (is_normal | is_zero) & ((of_c != 0) | (c == 0.0))
}

/// Computes the chains. `zero` is the sum of two numbers that cancel. `ulps` takes whether the sum is negative, and whether
/// the exact result is above or below it.
#[inline(always)]
fn moved<const N: usize>(
    a: &[f64],
    b: &[[f64; N]],
    sums: &[f64; N],
    zero: f64,
    ulps: impl Fn(bool, bool, bool) -> u64,
) -> Option<[f64; N]> {
    let mut result = *sums;
    let mut others = [0_u64; N];
    for (x, row) in a.iter().zip(b) {
        let mut j = 0;
        while j < N {
            let (y, c) = (row[j], result[j]);
            let Parts { v, v_error, error, rest } = parts(*x, y, c);
            let product = x * y;
            let sum = v + rest;
            let added = sum - v;
            let (_, left) = two_sum(v_error, error);
            let missing = if rest == added { left } else { rest - added };
            let ulps = ulps(sum < 0.0, missing > 0.0, missing < 0.0);
            others[j] |= !is_computed(*x, y, c) as u64;
            let next = f64::from_bits(sum.to_bits().wrapping_add(ulps));
            // The sign of a sum of zeros depends on both signs.
            let of_zeros = if zero.is_sign_negative() { -(-product - c) } else { product + c };
            let is_zero = (product == 0.0) & (c == 0.0);
            let next = if sum == 0.0 { zero } else { next };
            result[j] = if is_zero { of_zeros } else { next };
            j += 1;
        }
    }
    let others = others.iter().fold(0, |any, other| any | other);
    (others == 0).then_some(result)
}
