//! `cvt.pack`: clamps two integers to a shorter type and packs them into a word.

use crate::saturate;

/// Clamps `a` and `b` to `BITS` bits and packs them. From the lowest bit up, the result consists of `b`, `a`, and the
/// low bits of `c`.
#[inline]
const fn pack<const BITS: u32>(a: i32, b: i32, c: u32, signed: bool) -> u32 {
    let mask = const { (1 << BITS) - 1 };
    let high = saturate::integer::<BITS>(a, signed) as u32 & mask;
    let low = saturate::integer::<BITS>(b, signed) as u32 & mask;
    ((c as u64) << const { 2 * BITS }) as u32 | high << BITS | low
}

macro_rules! halves {
    ($($name:ident $word:literal $signed:literal, $value:literal;)*) => { $(
        #[doc = concat!("`cvt.pack.sat.", $word, ".s32`: `a` and `b`, each clamped to the range of `.", $word, "`. `b` is in the low half of the result.")]
        ///
        /// Source: PTX ISA, `cvt.pack`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($name), ";")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(0x12345, -3), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(a: i32, b: i32) -> u32 {
            pack::<16>(a, b, 0, $signed)
        }
    )* };
}

halves! {
    cvt_pack_sat_u16_s32 "u16" false, "0xffff_0000";
    cvt_pack_sat_s16_s32 "s16" true, "0x7fff_fffd";
}

macro_rules! shorter {
    ($($name:ident $word:literal $bits:literal $signed:literal, $value:literal;)*) => { $(
        #[doc = concat!("`cvt.pack.sat.", $word, ".s32.b32`: `a` and `b`, each clamped to the range of `.", $word, "`. `b` is in the lowest bits, `a` above it, and the low bits of `c` above `a`.")]
        ///
        /// Source: PTX ISA, `cvt.pack`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($name), ";")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(1, -300, 0x1234_5678), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(a: i32, b: i32, c: u32) -> u32 {
            pack::<$bits>(a, b, c, $signed)
        }
    )* };
}

shorter! {
    cvt_pack_sat_u8_s32_b32 "u8" 8 false, "0x5678_0100";
    cvt_pack_sat_s8_s32_b32 "s8" 8 true, "0x5678_0180";
    cvt_pack_sat_u4_s32_b32 "u4" 4 false, "0x3456_7810";
    cvt_pack_sat_s4_s32_b32 "s4" 4 true, "0x3456_7818";
    cvt_pack_sat_u2_s32_b32 "u2" 2 false, "0x2345_6784";
    cvt_pack_sat_s2_s32_b32 "s2" 2 true, "0x2345_6786";
}
