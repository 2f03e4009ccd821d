//! `vmad` on bytes, halves or words.

use super::{clamped, extended};
use crate::mode::{Negation, Part, Saturation, Scale};

/// A factor: its word, its part, and whether it is signed.
#[derive(Clone, Copy)]
struct Factor {
    word: u32,
    part: Part,
    signed: bool,
}

impl Factor {
    /// Returns the number that the machine code of ptxas multiplies. The machine code treats this number as a signed
    /// word, even if the factor is a whole word of type `.u32`.
    #[inline]
    const fn number(self) -> i64 {
        extended(self.word, self.part, self.signed) as i32 as i64
    }
}

/// Computes `a * b + c`, plus 1 if `one` is true (`.po`), then shifts and clamps the sum. The sum stays below 2^63.
#[inline]
const fn multiply_add(
    a: Factor,
    b: Factor,
    c: u32,
    one: bool,
    negation: Negation,
    saturation: Saturation,
    scale: Scale,
) -> u32 {
    let (product, addend) = (a.number().wrapping_mul(b.number()), c as i32 as i64);
    let product = if negation.of_product() { product.wrapping_neg() } else { product };
    let addend = if negation.of_addend() { addend.wrapping_neg() } else { addend };
    let sum = product.wrapping_add(addend).wrapping_add(one as i64);
    let is_signed = a.signed || b.signed || negation.of_product() || negation.of_addend();
    let scaled = match scale.places() {
        0 => sum,
        places if is_signed => sum.wrapping_shr(places),
        places => (sum as u64).wrapping_shr(places) as i64,
    };
    match saturation {
        Saturation::Off => scaled as u32,
        Saturation::Sat => clamped(scaled, is_signed) as u32,
    }
}

macro_rules! multiply {
    ($($name:ident $plus_one:ident $types:literal $d:ident $a:ident $b:ident;)*) => { $(
        #[doc = concat!("`vmad.", $types, "{.sat}{.shr7,.shr15}`: `a * b + c`.")]
        ///
        /// The parts select a byte, a half or the whole word of each factor; a part of an operand of type `.s32` is
        /// signed. The product or `c` may be negated. `.shr7` and `.shr15` shift the sum to the right. `.sat` clamps
        /// the sum to `.u32` if both factors are `.u32` and nothing is negated, otherwise to `.s32`. The type of `d`
        /// has no effect.
        ///
        /// Source: PTX ISA, `vmad`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \[D\]; for `.sat`,
        /// `.shr7` and `.shr15` \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] on other targets from sm_75 to sm_100,
        /// \[M\] elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Negation, Part, Saturation, Scale, ", stringify!($name), "};")]
        /// let (whole, off, minus_c) = (Part::WORD, Saturation::Off, Negation(0b100));
        #[doc = concat!("assert_eq!(", stringify!($name), "(100, 9, 4, whole, whole, minus_c, off, Scale::Shr7), 7);")]
        /// ```
        #[inline]
        #[must_use]
        #[expect(clippy::too_many_arguments, reason = "the instruction has this many operands")]
        pub const fn $name(
            a: $a,
            b: $b,
            c: $d,
            a_part: Part,
            b_part: Part,
            negation: Negation,
            saturation: Saturation,
            scale: Scale,
        ) -> $d {
            let a = Factor { word: a as u32, part: a_part, signed: $a::MIN != 0 };
            let b = Factor { word: b as u32, part: b_part, signed: $b::MIN != 0 };
            multiply_add(a, b, c as u32, false, negation, saturation, scale) as $d
        }

        #[doc = concat!("`vmad.", $types, ".po{.sat}{.shr7,.shr15}`: `a * b + c + 1`.")]
        ///
        #[doc = concat!("Like [`", stringify!($name), "`], but without negations.")]
        ///
        /// Source: PTX ISA, `vmad`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \[D\]; for `.sat`,
        /// `.shr7` and `.shr15` \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] on other targets from sm_75 to sm_100,
        /// \[M\] elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Part, Saturation, Scale, ", stringify!($plus_one), "};")]
        /// let (whole, off) = (Part::WORD, Saturation::Off);
        #[doc = concat!("assert_eq!(", stringify!($plus_one), "(100, 9, 123, whole, whole, off, Scale::Shr7), 8);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $plus_one(
            a: $a,
            b: $b,
            c: $d,
            a_part: Part,
            b_part: Part,
            saturation: Saturation,
            scale: Scale,
        ) -> $d {
            let a = Factor { word: a as u32, part: a_part, signed: $a::MIN != 0 };
            let b = Factor { word: b as u32, part: b_part, signed: $b::MIN != 0 };
            multiply_add(a, b, c as u32, true, Negation(0), saturation, scale) as $d
        }
    )* };
}

multiply! {
    vmad_u32_u32_u32 vmad_po_u32_u32_u32 "u32.u32.u32" u32 u32 u32;
    vmad_u32_u32_s32 vmad_po_u32_u32_s32 "u32.u32.s32" u32 u32 i32;
    vmad_u32_s32_u32 vmad_po_u32_s32_u32 "u32.s32.u32" u32 i32 u32;
    vmad_u32_s32_s32 vmad_po_u32_s32_s32 "u32.s32.s32" u32 i32 i32;
    vmad_s32_u32_u32 vmad_po_s32_u32_u32 "s32.u32.u32" i32 u32 u32;
    vmad_s32_u32_s32 vmad_po_s32_u32_s32 "s32.u32.s32" i32 u32 i32;
    vmad_s32_s32_u32 vmad_po_s32_s32_u32 "s32.s32.u32" i32 i32 u32;
    vmad_s32_s32_s32 vmad_po_s32_s32_s32 "s32.s32.s32" i32 i32 i32;
}
