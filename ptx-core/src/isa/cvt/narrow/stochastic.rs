//! `cvt` with the modifier `.rs`: stochastic rounding. The instruction adds random bits to the highest bits that the
//! narrower format discards. A carry increments the magnitude of the result.

use super::halves;
use crate::format::{BFLOAT16, BINARY16};
use crate::mode::{Limit, NegativeZero, Rectification};
use crate::narrow::{Discarded, E2M1, E2M3, E3M2, E4M3, E5M2, down, down_to_half};

/// Returns the random bits of the four elements. The first two elements share the high half of `rbits`. The other two
/// elements share the low half. The first element of each pair uses the bits in reverse order.
#[inline]
const fn fields(rbits: u32) -> [Discarded; 4] {
    let (high, low) = ((rbits >> 16) as u16, rbits as u16);
    [
        Discarded::Add { random: high.reverse_bits() as u32, bits: 16 },
        Discarded::Add { random: high as u32, bits: 16 },
        Discarded::Add { random: low.reverse_bits() as u32, bits: 16 },
        Discarded::Add { random: low as u32, bits: 16 },
    ]
}

/// Returns the random bits of the four elements of `.e2m1x4`. Unlike in [`fields`], the first two elements share bytes
/// 3 and 1 of `rbits`. The other two elements share bytes 2 and 0.
#[inline]
const fn fields_e2m1(rbits: u32) -> [Discarded; 4] {
    let [byte_3, byte_2, byte_1, byte_0] = rbits.to_be_bytes();
    fields(u32::from_be_bytes([byte_3, byte_1, byte_2, byte_0]))
}

/// Packs four 8-bit codes.
#[inline]
const fn bytes([a, b, e, f]: [u8; 4]) -> u32 {
    u32::from_be_bytes([a, b, e, f])
}

/// Packs four 4-bit codes.
#[inline]
const fn nibbles([a, b, e, f]: [u8; 4]) -> u16 {
    u16::from_be_bytes([a << 4 | b, e << 4 | f])
}

macro_rules! stochastic {
    ($(
        $fields:ident -> $join:ident $t:ident, $which:literal:
        $($word:literal $format:ident NaN $nan:literal, 1 = $one:literal, $grade:literal: $name:ident;)*
    )*) => { $( $(
        #[doc = concat!("`cvt.rs{.relu}.satfinite.", $word, ".f32`: converts four numbers, each rounded with 16 bits of `rbits`. The result has `a` in its highest bits, then `b`, `e` and `f`.")]
        ///
        #[doc = $which]
        /// The random bits are added to the highest 16 discarded bits. A carry rounds the magnitude up to the next
        /// number. A number that the format can represent is unchanged, since no carry occurs. On overflow, and for an
        /// infinity, the result is the largest finite number with the same sign. `.relu` turns a negative number and -0
        /// into +0.
        #[doc = concat!("A NaN becomes ", $nan, ".")]
        ///
        #[doc = concat!("Source: PTX ISA, `cvt`. [Grade](crate#grades) ", $grade, ".")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rectification::*, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(0.0, 0.0, -1.0, 1.0, 0xffff_ffff, Relu), ", $one, ");")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: f32,
            b: f32,
            e: f32,
            f: f32,
            rbits: u32,
            rectification: Rectification,
        ) -> $t {
            let [by_a, by_b, by_e, by_f] = $fields(rbits);
            $join([
                down($format, a, by_a, rectification, NegativeZero::Unchanged),
                down($format, b, by_b, rectification, NegativeZero::Unchanged),
                down($format, e, by_e, rectification, NegativeZero::Unchanged),
                down($format, f, by_f, rectification, NegativeZero::Unchanged),
            ])
        }
    )* )* };
}

stochastic! {
    fields -> bytes u32, "`a` and `b` use bits 31-16, `a` in reverse order. `e` and `f` use bits 15-0, `e` in reverse order.":
        "e4m3x4" E4M3 NaN "7f", 1 = "0x38", "\\[H\\] on sm_100": cvt_rs_e4m3x4_f32;
        "e5m2x4" E5M2 NaN "7f", 1 = "0x3c", "\\[H\\] on sm_100": cvt_rs_e5m2x4_f32;
        "e2m3x4" E2M3 NaN "1f, the largest number", 1 = "0x8", "\\[D\\]; \\[M\\] for which bits an element takes": cvt_rs_e2m3x4_f32;
        "e3m2x4" E3M2 NaN "1f, the largest number", 1 = "0xc", "\\[D\\]; \\[M\\] for which bits an element takes": cvt_rs_e3m2x4_f32;
    fields_e2m1 -> nibbles u16, "`a` and `b` use bits 31-24 and 15-8, `a` in reverse order. `e` and `f` use bits 23-16 and 7-0, `e` in reverse order.":
        "e2m1x4" E2M1 NaN "7, the largest number", 1 = "0x2", "\\[H\\] on sm_100": cvt_rs_e2m1x4_f32;
}

macro_rules! stochastic_halves {
    ($(
        $word:literal $format:ident, $bits:literal random, $which:literal, 1 = $one:literal, $grade:literal: $name:ident;
    )*) => { $(
        #[doc = concat!("`cvt.rs{.relu}{.satfinite}.", $word, ".f32`: converts two numbers, `a` to the upper half of the result and `b` to the lower half. Each is rounded with ", $bits, " bits of `rbits`.")]
        ///
        #[doc = $which]
        /// The random bits are added to the discarded bits. A carry rounds the magnitude up to the next number. A
        /// number that the format can represent is unchanged, since no carry occurs. On overflow the result is an
        /// infinity. With `.satfinite`, overflow and an infinity give the largest finite number with the same sign. A
        /// NaN becomes 7fff. `.relu` turns a negative number and -0 into +0.
        ///
        #[doc = concat!("Source: PTX ISA, `cvt`. [Grade](crate#grades) \\[D\\]; \\[M\\] that a carry may give an infinity", $grade, ".")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::*, Rectification::*, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(-1.0, 1.0, 0xffff_ffff, Relu, Unlimited), ", $one, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(
            a: f32,
            b: f32,
            rbits: u32,
            rectification: Rectification,
            limit: Limit,
        ) -> u32 {
            const BITS: u32 = $bits;
            let (by_a, by_b) = (rbits >> 16 & ((1 << BITS) - 1), rbits & ((1 << BITS) - 1));
            let by_a = Discarded::Add { random: by_a, bits: BITS };
            let by_b = Discarded::Add { random: by_b, bits: BITS };
            let high = down_to_half($format, a, by_a, rectification, limit);
            let low = down_to_half($format, b, by_b, rectification, limit);
            halves(high, low)
        }
    )* };
}

stochastic_halves! {
    "f16x2" BINARY16, 13 random, "`a` uses bits 28-16, `b` bits 12-0. All other bits are ignored; PTX requires them to be zero.",
        1 = "0x3c00", ", that the other bits do not count, and for subnormal results": cvt_rs_f16x2_f32;
    "bf16x2" BFLOAT16, 16 random, "`a` uses bits 31-16, `b` bits 15-0.", 1 = "0x3f80", "": cvt_rs_bf16x2_f32;
}
