//! The source modifiers `-` and `|…|`.

use crate::format::BINARY64;

const SIGN: u32 = 1 << 31;

/// Applies `-` to an f32, to the high word of a double, or to a word that RRO returned: flips bit 31.
///
/// The sign of a NaN is flipped too. Only FSEL and RRO keep the flipped sign in their results. [Grade](crate#grades) \[M\] for a NaN,
/// \[D\] otherwise.
///
/// ```
/// assert_eq!(ptx_core::sass::negate(0x3f800000), 0xbf800000);
/// ```
#[inline]
#[must_use]
pub const fn negate(x: u32) -> u32 {
    x ^ SIGN
}

/// Applies `|…|` to an f32, to the high word of a double, or to a word that RRO returned: clears bit 31.
///
/// [Grade](crate#grades) \[M\] for a NaN, \[D\] otherwise.
///
/// ```
/// assert_eq!(ptx_core::sass::absolute(0xbf800000), 0x3f800000);
/// ```
#[inline]
#[must_use]
pub const fn absolute(x: u32) -> u32 {
    x & !SIGN
}

/// Applies `-` to a double. A NaN keeps its bits, as in [`sub_f64`](crate::sub_f64), which is DADD with `-` on its
/// second source.
///
/// [Grade](crate#grades) \[D\]; for a NaN \[H\] on sm_90 (NVIDIA H100 80GB HBM3) as the second source of DADD, \[M\]
/// as another source.
///
/// ```
/// assert_eq!(ptx_core::sass::negate_double(0x3ff0000000000000), 0xbff0000000000000);
/// assert_eq!(ptx_core::sass::negate_double(0x7ff8000000000000), 0x7ff8000000000000);
/// ```
#[inline]
#[must_use]
pub const fn negate_double(x: u64) -> u64 {
    if f64::from_bits(x).is_nan() { x } else { x ^ BINARY64.sign }
}

/// Applies `|…|` to a double. A NaN keeps its bits, as in [`negate_double`].
///
/// [Grade](crate#grades) as for [`negate_double`].
///
/// ```
/// assert_eq!(ptx_core::sass::absolute_double(0xbff0000000000000), 0x3ff0000000000000);
/// ```
#[inline]
#[must_use]
pub const fn absolute_double(x: u64) -> u64 {
    if f64::from_bits(x).is_nan() { x } else { x & !BINARY64.sign }
}

/// Applies `-` to an integer, modulo 2^32.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::negate_integer(1), u32::MAX);
/// ```
#[inline]
#[must_use]
pub const fn negate_integer(x: u32) -> u32 {
    x.wrapping_neg()
}
