//! `.target …, map_f64_to_f32`: on sm_10 to sm_12, f64 instructions are computed in f32.

use crate::mode::{Rounding, Subnormals};
use crate::round::to_binary32;

/// Converts an f64 operand under `map_f64_to_f32` to the nearest f32, ties to even, and flushes it.
///
/// A NaN becomes `7fffffff`. A number below 2^-126 after rounding to 24 bits with unbounded exponent is flushed to
/// sign-preserving zero.
///
/// Source: PTX ISA, `.target`, which does not specify rounding and flushing. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::narrow_map_f64;
/// assert_eq!(narrow_map_f64(0.1), 0.1f32);
/// assert_eq!(narrow_map_f64(-1e-40).to_bits(), 0x8000_0000);
/// ```
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn narrow_map_f64(a: f64) -> f32 {
    to_binary32(a, Rounding::Rn, Subnormals::Flush)
}

/// Converts an f32 result under `map_f64_to_f32` to f64, exactly.
///
/// A NaN keeps its sign, and its payload becomes the high bits of the new payload: `7fffffff` becomes
/// `7fffffffe0000000`.
///
/// Source: PTX ISA, `.target`. [Grade](crate#grades) \[M\].
///
/// ```
/// use ptx_core::widen_map_f64;
/// assert_eq!(widen_map_f64(1.5), 1.5f64);
/// assert_eq!(widen_map_f64(f32::from_bits(0x7fff_ffff)).to_bits(), 0x7fff_ffff_e000_0000);
/// ```
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn widen_map_f64(d: f32) -> f64 {
    if d.is_nan() {
        let bits = d.to_bits() as u64;
        return f64::from_bits(bits >> 31 << 63 | 0x7ff << 52 | (bits & 0x7f_ffff) << 29);
    }
    d as f64
}
