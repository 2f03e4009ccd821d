//! With the feature `std`, the host's fused multiply-add.
//!
//! `f64::mul_add` is const in std since Rust 1.94. It is taken only where it is known to round once: where it is an
//! instruction, or else on macOS, and on Linux with glibc, where it is the function of glibc or that of Rust's
//! `compiler_builtins`. Other libraries have had ones that round twice: Microsoft's does on processors without
//! the instruction (dotnet/runtime#98704).
//!
//! In a direction it tells on which side of the nearest product or quotient the exact one lies. Nothing of
//! that has to be a branch in a loop, which becomes vectors; subnormal operands go the same way, slow as they are on
//! some hosts.

use crate::format::{BINARY64, power};
use crate::mode::Rounding;
use crate::nan;
use crate::round::adjusted;

/// Whether it is taken.
pub(crate) const FUSED: bool = cfg!(all(
    feature = "std",
    any(
        target_feature = "fma",
        target_arch = "aarch64",
        all(target_os = "linux", target_env = "gnu"),
        target_os = "macos"
    )
));

/// `a * b + c`, rounded to nearest; the bits of a NaN are any. Rounded twice, and not to be asked, where it is not
/// [`FUSED`].
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

/// From here on all bits of a product are 2^-1066 or more, and so are those of the remainder of such a dividend.
/// Lesser ones are scaled, a product by way of both factors: then no bit is below 2^-1074 either.
const LEAST: f64 = power(-960);
const SCALE: f64 = power(537);

/// `a * b` in a direction.
#[inline]
pub(crate) const fn product(a: f64, b: f64, rounding: Rounding) -> f64 {
    let nearest = a * b;
    // A factor that is too great to be scaled is one of zero.
    let (x, y, product) = if nearest.abs() < LEAST {
        nan::cold_path();
        (a * SCALE, b * SCALE, nearest * SCALE * SCALE)
    } else {
        (a, b, nearest)
    };
    let beyond = mul_add(x, y, -product);
    if nearest.is_nan() {
        nan::propagated_of_two(a, b)
    } else {
        directed(nearest, beyond, rounding)
    }
}

/// `a / b` in a direction.
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
    let beyond = f64::from_bits(remainder.to_bits() ^ b.to_bits() & BINARY64.sign);
    if nearest.is_nan() {
        nan::propagated_of_two(a, b)
    } else {
        directed(nearest, beyond, rounding)
    }
}

/// The rounded result, from the nearest number and anything of the sign of what the exact result has `beyond` it: a
/// NaN if that is infinite, or was divided by zero.
#[inline]
const fn directed(nearest: f64, beyond: f64, rounding: Rounding) -> f64 {
    let bits = adjusted(nearest, 0.0, beyond, rounding);
    if beyond.abs() > 0.0 { f64::from_bits(bits) } else { nearest }
}
