//! The fused multiply-add of the target, which is available with the feature `std`.
//!
//! `mul_add` of `f32` and `f64` is const in std since Rust 1.94. The crate uses `mul_add` only where the function is
//! known to round once:
//!
//! * where the target has the instruction;
//! * on macOS;
//! * on Linux with glibc, where glibc or Rust's `compiler_builtins` provides the function.
//!
//! On other platforms `mul_add` may round twice. Microsoft's C library rounds twice on processors that have no fused
//! multiply-add instruction (dotnet/runtime#98704).
//!
//! For a directed rounding, [`product`] and [`quotient`] first round to nearest. A fused multiply-add then computes the
//! error of the product, or the remainder of the division. The sign of the error, or the signs of the remainder and the
//! divisor, tell whether the exact result is above or below the rounded result. These functions branch only for NaN
//! results and scaling, so LLVM vectorises loops that call them.

use crate::format::{BINARY64, power};
use crate::mode::Rounding;
use crate::nan;
use crate::round::adjusted;

/// Whether [`mul_add`] is known to round once on the target of the build. Only then may [`mul_add`] be used.
pub(crate) const FUSED: bool = cfg!(all(
    feature = "std",
    any(
        target_feature = "fma",
        target_arch = "aarch64",
        all(target_os = "linux", target_env = "gnu"),
        target_os = "macos"
    )
));

/// Computes `a * b + c` rounded to nearest. The bits of a NaN result are unspecified. Callers must check [`FUSED`]
/// first: if it is false, the function may round twice.
#[cfg_attr(
    feature = "std",
    expect(clippy::incompatible_msrv, reason = "the feature needs a later Rust than the package")
)]
#[inline]
pub(crate) const fn mul_add(a: f64, b: f64, c: f64) -> f64 {
    #[cfg(feature = "std")]
    return a.mul_add(b, c); // The feature `std` needs Rust 1.94.
    #[cfg(not(feature = "std"))]
    return a * b + c;
}

/// Computes `a * b + c` in binary32. As for [`mul_add`], callers must check [`FUSED`] first, and the bits of a NaN
/// result are unspecified.
#[cfg_attr(
    feature = "std",
    expect(clippy::incompatible_msrv, reason = "the feature needs a later Rust than the package")
)]
#[inline]
pub(crate) const fn mul_add_f32(a: f32, b: f32, c: f32) -> f32 {
    #[cfg(feature = "std")]
    return a.mul_add(b, c); // The feature `std` needs Rust 1.94.
    #[cfg(not(feature = "std"))]
    return a * b + c;
}

/// The smallest magnitude of a product or dividend that needs no scaling. From this magnitude on, every bit of the
/// product's error, or of the division's remainder, is worth at least 2^-1066. Binary64 can therefore hold the error or
/// remainder exactly.
const LEAST: f64 = power(-960);
/// A scale for small numbers. If a product is below [`LEAST`], the code multiplies both of its factors by the scale. If
/// a dividend is below [`LEAST`], the code multiplies the dividend by the scale. The product's error, or the division's
/// remainder, then has no bit below 2^-1074, the lowest bit of binary64.
const SCALE: f64 = power(537);

/// Computes `a * b` with a directed rounding.
#[inline]
pub(crate) const fn product(a: f64, b: f64, rounding: Rounding) -> f64 {
    let nearest = a * b;
    // In the first branch the product has a magnitude below `LEAST`. Therefore, if `a * SCALE` overflows, `b` is zero,
    // and if `b * SCALE` overflows, `a` is zero. The error is then a NaN, and the result is `nearest`.
    let (x, y, product) = if nearest.abs() < LEAST {
        nan::cold_path();
        (a * SCALE, b * SCALE, nearest * SCALE * SCALE)
    } else {
        (a, b, nearest)
    };
    let error = mul_add(x, y, -product);
    if nearest.is_nan() { nan::of_product(a, b) } else { directed(nearest, error, rounding) }
}

/// Computes `a / b` with a directed rounding.
#[inline]
pub(crate) const fn quotient(a: f64, b: f64, rounding: Rounding) -> f64 {
    let nearest = a / b;
    let (x, quotient) = if a.abs() < LEAST {
        nan::cold_path();
        (a * SCALE, nearest * SCALE)
    } else {
        (a, nearest)
    };
    let remainder = mul_add(-quotient, b, x);
    let error = f64::from_bits(remainder.to_bits() ^ b.to_bits() & BINARY64.sign);
    if nearest.is_nan() { nan::propagated_of_two(a, b) } else { directed(nearest, error, rounding) }
}

/// Rounds an exact result. `nearest` is the result rounded to nearest. `error` has the sign of the exact result minus
/// `nearest`.
///
/// If `error` is zero, `nearest` is exact and is the result. `error` is a NaN if a factor or the divisor is zero, or if
/// an operand is ±inf. The result is `nearest` in this case too.
#[inline]
const fn directed(nearest: f64, error: f64, rounding: Rounding) -> f64 {
    let bits = adjusted(nearest, 0.0, error, rounding);
    if error.abs() > 0.0 { f64::from_bits(bits) } else { nearest }
}
