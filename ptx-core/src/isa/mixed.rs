//! `add`, `sub` and `fma` on `.f32` with half-precision operands.

use crate::format::{BFLOAT16, BINARY16, Format, widen_single};
use crate::isa::add::add_f32;
use crate::isa::fma::fma_f32;
use crate::isa::sub::sub_f32;
use crate::mode::{Rounding, Saturation, Subnormals};

/// Converts an operand to f32, exactly.
#[inline(always)]
const fn convert(f: Format, x: u16) -> f32 {
    widen_single(f, x)
}

macro_rules! mixed {
    ($($ty:literal $format:ident: $add:ident $sub:ident $fma:ident, $one:literal;)*) => { $(
        #[doc = concat!("`add{.rn,.rz,.rm,.rp}{.sat}.f32.", $ty, "`: [`add_f32`] of `a` converted to f32, and `c`.")]
        ///
        /// Subnormals are kept.
        ///
        /// Source: PTX ISA, mixed precision `add`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, ", stringify!($add), "};")]
        #[doc = concat!("assert_eq!(", stringify!($add), "(", $one, ", 0.5, Rn, Off), 1.5);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $add(a: u16, c: f32, rounding: Rounding, saturation: Saturation) -> f32 {
            add_f32(convert($format, a), c, rounding, Subnormals::Keep, saturation)
        }

        #[doc = concat!("`sub{.rn,.rz,.rm,.rp}{.sat}.f32.", $ty, "`: [`sub_f32`] of `a` converted to f32, and `c`.")]
        ///
        /// Subnormals are kept.
        ///
        /// Source: PTX ISA, mixed precision `sub`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, ", stringify!($sub), "};")]
        #[doc = concat!("assert_eq!(", stringify!($sub), "(", $one, ", 0.25, Rn, Off), 0.75);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $sub(a: u16, c: f32, rounding: Rounding, saturation: Saturation) -> f32 {
            sub_f32(convert($format, a), c, rounding, Subnormals::Keep, saturation)
        }

        #[doc = concat!("`fma.{rn,rz,rm,rp}{.sat}.f32.", $ty, "`: [`fma_f32`] of `a` and `b` converted to f32, and `c`.")]
        ///
        /// Subnormals are kept.
        ///
        /// Source: PTX ISA, mixed precision `fma`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, ", stringify!($fma), "};")]
        #[doc = concat!("assert_eq!(", stringify!($fma), "(", $one, ", ", $one, ", 0.25, Rn, Off), 1.25);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $fma(a: u16, b: u16, c: f32, rounding: Rounding, saturation: Saturation) -> f32 {
            fma_f32(convert($format, a), convert($format, b), c, rounding, Subnormals::Keep, saturation)
        }
    )* };
}

mixed! {
    "f16" BINARY16: add_f32_f16 sub_f32_f16 fma_f32_f16, "0x3c00";
    "bf16" BFLOAT16: add_f32_bf16 sub_f32_bf16 fma_f32_bf16, "0x3f80";
}
