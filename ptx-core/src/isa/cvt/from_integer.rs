//! `cvt` from integers to floats.
//!
//! Each conversion rounds once. Rust's `as` gives the result of `.rn`, since it rounds to nearest, ties to even.
//! Binary64 represents every integer of at most 32 bits exactly. Other roundings may therefore convert such an integer
//! to binary64 first. All other conversions round with integer operations.

use crate::format::{BFLOAT16, BINARY16, BINARY32, BINARY64};
use crate::fpu::integer;
use crate::mode::{Rounding, Saturation, Subnormals};
use crate::round::{double_to_short, to_binary32};
use crate::saturate;

/// Converts an integer to a float format, using integer operations only, and returns the bits of the float.
macro_rules! long {
    ($t:ident, $format:ident, $a:expr, $rounding:expr) => {{
        // `sign` is a mask: all ones if the integer is negative, otherwise 0. Compilers would turn a selection by the
        // sign into a branch.
        let sign = if $t::MIN == 0 { 0 } else { ($a as i64) >> 63 };
        let magnitude = ($a as u64 ^ sign as u64).wrapping_sub(sign as u64);
        integer::from_integer($format, sign != 0, magnitude, $rounding)
    }};
}

/// Rounds an integer to the nearest binary32 without a branch. Without AVX-512, x86-64 has a conversion instruction for
/// signed integers only, so `a as f32` would branch on such processors.
///
/// An integer of 2^63 or more does not fit into a signed integer. The code halves it first, rounding to odd, and
/// doubles the result.
#[inline]
const fn nearest(a: u64) -> f32 {
    let halved = a >> 63;
    let signed = (a >> halved | a & halved) as i64;
    signed as f32 * f32::from_bits((BINARY32.one + (halved << BINARY32.fraction_bits)) as u32)
}

/// Returns whether integers of `bits` bits can be too long for binary64.
#[inline]
const fn is_long(bits: u32) -> bool {
    bits > BINARY64.fraction_bits
}

/// Converts an integer to a half-precision format and returns the bits.
///
/// With `.rn`, signed integers of up to 32 bits are converted to binary64 first, which halves the time in loops. In a
/// dependency chain of integer operations this conversion adds latency: it moves values from integer to float registers
/// and back. Unsigned integers are rounded with integer operations, since their conversion to binary64 has a higher
/// latency.
macro_rules! halved {
    ($t:ident, $format:ident, $a:expr, $rounding:expr) => {
        if is_long($t::BITS) || $t::MIN == 0 || !matches!($rounding, Rounding::Rn) {
            long!($t, $format, $a, $rounding) as u16
        } else {
            double_to_short($format, $a as f64, $rounding, Subnormals::Keep) as u16
        }
    };
}

macro_rules! from_integer {
    ($($word:literal $t:ident: $f32:ident $f64:ident $f16:ident $bf16:ident;)*) => { $(
        #[doc = concat!("`cvt.{rn,rz,rm,rp}{.ftz}{.sat}.f32.", $word, "`: `a`, correctly rounded.")]
        ///
        /// `.sat` clamps the result to [0.0, 1.0]. `.ftz` has no effect, since an integer is never subnormal.
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, ", stringify!($f32), "};")]
        #[doc = concat!("assert_eq!(", stringify!($f32), "(3, Rn, Keep, Off), 3.0);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $f32(a: $t, rounding: Rounding, _subnormals: Subnormals, saturation: Saturation) -> f32 {
            let rounded = match rounding {
                Rounding::Rn if $t::BITS == 64 && $t::MIN == 0 => nearest(a as u64),
                Rounding::Rn => a as f32,
                _ if is_long($t::BITS) => f32::from_bits(long!($t, BINARY32, a, rounding) as u32),
                _ => to_binary32(a as f64, rounding, Subnormals::Keep),
            };
            saturate::binary32(rounded, saturation)
        }

        #[doc = concat!("`cvt.{rn,rz,rm,rp}{.sat}.f64.", $word, "`: `a`, correctly rounded.")]
        ///
        /// `.sat` clamps the result to [0.0, 1.0].
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, ", stringify!($f64), "};")]
        #[doc = concat!("assert_eq!(", stringify!($f64), "(3, Rn, Off), 3.0);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $f64(a: $t, rounding: Rounding, saturation: Saturation) -> f64 {
            let rounded = match rounding {
                // Converts a `u32` with integer operations instead of `as`. In a dependency chain of integer
                // operations, `as` adds the latency of moves between integer and float registers. In loops, `as` would
                // be faster (benches/RESULTS.md, `cvt.rn.f64.u32`).
                _ if $t::BITS == 32 && $t::MIN == 0 => {
                    f64::from_bits(long!($t, BINARY64, a, Rounding::Rn))
                }
                Rounding::Rn => a as f64,
                _ if is_long($t::BITS) => f64::from_bits(long!($t, BINARY64, a, rounding)),
                _ => a as f64,
            };
            saturate::binary64(rounded, saturation)
        }

        #[doc = concat!("`cvt.{rn,rz,rm,rp}{.sat}.f16.", $word, "`: `a`, correctly rounded.")]
        ///
        /// On overflow the result is an infinity or the largest finite number, depending on the rounding. `.sat` clamps
        /// the result to [0.0, 1.0].
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, ", stringify!($f16), "};")]
        #[doc = concat!("assert_eq!(", stringify!($f16), "(3, Rn, Off), 0x4200);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $f16(a: $t, rounding: Rounding, saturation: Saturation) -> u16 {
            saturate::half_precision(BINARY16, halved!($t, BINARY16, a, rounding), saturation)
        }

        #[doc = concat!("`cvt.{rn,rz,rm,rp}.bf16.", $word, "`: `a`, correctly rounded.")]
        /// Overflow cannot occur, since `.bf16` has the range of `.f32`.
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, ", stringify!($bf16), "};")]
        #[doc = concat!("assert_eq!(", stringify!($bf16), "(3, Rn), 0x4040);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $bf16(a: $t, rounding: Rounding) -> u16 {
            halved!($t, BFLOAT16, a, rounding)
        }
    )* };
}

from_integer! {
    "u8" u8: cvt_f32_u8 cvt_f64_u8 cvt_f16_u8 cvt_bf16_u8;
    "s8" i8: cvt_f32_s8 cvt_f64_s8 cvt_f16_s8 cvt_bf16_s8;
    "u16" u16: cvt_f32_u16 cvt_f64_u16 cvt_f16_u16 cvt_bf16_u16;
    "s16" i16: cvt_f32_s16 cvt_f64_s16 cvt_f16_s16 cvt_bf16_s16;
    "u32" u32: cvt_f32_u32 cvt_f64_u32 cvt_f16_u32 cvt_bf16_u32;
    "s32" i32: cvt_f32_s32 cvt_f64_s32 cvt_f16_s32 cvt_bf16_s32;
    "u64" u64: cvt_f32_u64 cvt_f64_u64 cvt_f16_u64 cvt_bf16_u64;
    "s64" i64: cvt_f32_s64 cvt_f64_s64 cvt_f16_s64 cvt_bf16_s64;
}
