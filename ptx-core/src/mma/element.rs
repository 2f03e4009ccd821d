//! One element of D.

use super::convert::{half_bits, half_value};
use super::float::{self, Method};
use super::form::Form;
use super::integer::{accumulate, count, extend};
use super::types::Type;
use crate::fpu::fma;
use crate::mode::Sm;

/// Computes one element of D: a row of A times a column of B plus an element of C, k = 0 first.
///
/// The bits of an element are the low bits of its `u64`; a `.tf32` is an f32 whose low 13 bits are ignored, and an
/// `.e2m1` occupies bits 5 to 2. Slices longer than K are a chain of instructions in the order of k, like the loop of
/// a matrix product. Returns `None` if the lengths differ or are not multiples of K, if the target does not have the
/// form, or if a chain's accumulator and result differ in type.
///
/// Grades: see [`mma`](crate::mma).
///
/// ```
/// use ptx_core::Sm;
/// use ptx_core::mma::{Form, Type::*, element};
///
/// let form = Form::mma([16, 8, 8], [F32, F16, F16, F32]).build().unwrap();
/// // 1 · 1 + 2^-12 · 2^-12 + 1 is rounded towards zero: the small product is lost.
/// let a = [0x3c00, 0x0c00, 0, 0, 0, 0, 0, 0];
/// assert_eq!(element(form, &a, &a, 0x3f80_0000, Sm(80)), Some(0x4000_0000));
/// // 1 · 1 + 2^-12 · 2^-12 - 1 is exact: a step keeps 24 bits below the largest exponent.
/// assert_eq!(element(form, &a, &a, 0xbf80_0000, Sm(80)), Some(0x3380_0000));
/// assert_eq!(element(form, &a, &a, 0, Sm(70)), None);
/// ```
#[inline]
#[must_use]
pub const fn element(form: Form, a: &[u64], b: &[u64], c: u64, sm: Sm) -> Option<u64> {
    let [_, _, k] = form.shape;
    let [d_type, a_type, _, c_type] = form.types;
    let chained = a.len() > k as usize;
    if a.len() != b.len()
        || !a.len().is_multiple_of(k as usize)
        || !form.runs_on(sm)
        || chained && d_type as u8 != c_type as u8
    {
        return None;
    }
    Some(match a_type {
        Type::F64 => double(form, a, b, c),
        Type::B1 => bits(form, a, b, c),
        Type::S8 | Type::U8 | Type::S4 | Type::U4 => integer(form, a, b, c),
        _ => {
            let method = Method::of(form, sm);
            let c = match c_type {
                Type::F16 => half_value(c as u32),
                _ => f32::from_bits(c as u32),
            };
            let d = float::element(&method, k as usize, a, b, c);
            match d_type {
                Type::F16 => half_bits(d as f64) as u64,
                _ => d.to_bits() as u64,
            }
        }
    })
}

const fn double(form: Form, a: &[u64], b: &[u64], c: u64) -> u64 {
    let mut sum = f64::from_bits(c);
    let (mut a, mut b) = (a, b);
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        sum = fma::binary64(f64::from_bits(*x), f64::from_bits(*y), sum, form.rounding);
        (a, b) = (a_rest, b_rest);
    }
    sum.to_bits()
}

const fn integer(form: Form, a: &[u64], b: &[u64], c: u64) -> u64 {
    let [_, _, length] = form.shape;
    let [_, a_type, b_type, _] = form.types;
    let mut d = c as i32;
    let (mut a, mut b) = (a, b);
    while !a.is_empty() {
        let mut sum = 0_i64;
        let mut k = 0;
        while k < length
            && let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b)
        {
            let product = extend(a_type, *x as u32).wrapping_mul(extend(b_type, *y as u32));
            sum = sum.wrapping_add(product as i64);
            (a, b) = (a_rest, b_rest);
            k += 1;
        }
        d = accumulate(d, sum, form.limit);
    }
    d as u32 as u64
}

const fn bits(form: Form, a: &[u64], b: &[u64], c: u64) -> u64 {
    let mut sum = c as u32;
    let (mut a, mut b) = (a, b);
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if let Some(operation) = form.bits {
            sum = sum.wrapping_add(count(*x as u32 & 1, *y as u32 & 1, operation));
        }
        (a, b) = (a_rest, b_rest);
    }
    sum as u64
}
