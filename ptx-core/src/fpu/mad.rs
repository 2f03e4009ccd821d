//! The multiply-add of the targets below sm_20: it truncates the product, then rounds the sum.

use crate::format::{BINARY32, BINARY64};
use crate::fpu::add::sum_to_odd;
use crate::fpu::{add, mul};
use crate::mode::{Rounding, Subnormals};
use crate::nan;
use crate::round::to_binary32;

/// Computes `a * b + c` in binary32. The exact product is truncated to 24 bits with unbounded exponent. The sum of the
/// truncated product and `c` is rounded by `rounding`. If `c` is ±0, the product is rounded by `rounding` instead of
/// truncated.
#[inline]
pub(crate) const fn binary32(
    a: f32,
    b: f32,
    c: f32,
    rounding: Rounding,
    subnormals: Subnormals,
) -> f32 {
    const LOST: u32 = BINARY64.fraction_bits - BINARY32.fraction_bits;
    if c == 0.0 {
        return add::binary32(mul::binary32(a, b, rounding, subnormals), c, rounding, subnormals);
    }
    let product = a as f64 * b as f64;
    if product.is_nan() {
        return nan::F32;
    }
    let truncated = f64::from_bits(product.to_bits() >> LOST << LOST);
    to_binary32(sum_to_odd(truncated, c as f64, rounding), rounding, subnormals)
}
