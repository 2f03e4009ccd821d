//! With the feature `std`, the host's fused multiply-add.
//!
//! `f64::mul_add` is const in std since Rust 1.94. It is taken only where it is known to round once:
//! where it is an instruction, or else the C library's `fma` of glibc, macOS or MSVC. Other libraries
//! have had ones that round twice.

/// `a * b + c`, rounded to nearest; the bits of a NaN are any.
#[cfg(all(
    feature = "std",
    any(
        target_feature = "fma",
        target_arch = "aarch64",
        all(target_os = "linux", target_env = "gnu"),
        target_os = "macos",
        target_env = "msvc"
    )
))]
#[inline]
pub(crate) const fn mul_add(a: f64, b: f64, c: f64) -> Option<f64> {
    Some(a.mul_add(b, c))
}

/// No operation: the host does not have one, or it is not known to round once.
#[cfg(not(all(
    feature = "std",
    any(
        target_feature = "fma",
        target_arch = "aarch64",
        all(target_os = "linux", target_env = "gnu"),
        target_os = "macos",
        target_env = "msvc"
    )
)))]
#[inline]
pub(crate) const fn mul_add(_: f64, _: f64, _: f64) -> Option<f64> {
    None
}
