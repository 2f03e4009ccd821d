//! The parts of registers that sources select, and words that instructions merge.

const SIGN: u64 = 1 << 31;
const SIGNS: u64 = SIGN << 32 | SIGN;

macro_rules! parts {
    ($($name:ident $text:literal $what:literal: |$x:ident: $from:ident| $to:ident $result:expr, $bits:literal $value:literal;)*) => { $(
        #[doc = concat!("Applies `", $text, "` to a source: ", $what, ".")]
        ///
        #[doc = "[Grade](crate#grades) \\[S\\]."]
        ///
        /// ```
        #[doc = concat!("assert_eq!(ptx_core::sass::", stringify!($name), "(", $bits, "), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name($x: $from) -> $to {
            $result
        }
    )* };
}

parts! {
    upper_half ".H1` or `.B2" "the bits from 16 on": |x: u32| u32 x >> 16, "0x1234_5678" "0x1234";
    from_byte_1 ".B1" "the bits from 8 on": |x: u32| u32 x >> 8, "0x1234_5678" "0x12_3456";
    from_byte_3 ".B3" "the bits from 24 on": |x: u32| u32 x >> 24, "0x1234_5678" "0x12";
    float_twice ".F32" "a word, twice": |x: u32| u64 (x as u64) << 32 | x as u64, "0x3f80_0000" "0x3f80_0000_3f80_0000";
    exchanged_floats ".F32x2.LO_HI" "the two words, exchanged": |x: u64| u64 x.rotate_left(32), "0x4000_0000_3f80_0000" "0x3f80_0000_4000_0000";
    negate_high_float ".NP" "flips the sign of the high f32, also that of a NaN": |x: u64| u64 x ^ SIGN << 32, "0x3f80_0000" "0x8000_0000_3f80_0000";
    negate_floats "-" "flips the signs of two f32, also those of NaNs": |x: u64| u64 x ^ SIGNS, "0x3f80_0000" "0x8000_0000_bf80_0000";
    absolute_floats "|…|" "clears the signs of two f32, also those of NaNs": |x: u64| u64 x & !SIGNS, "0x8000_0000_bf80_0000" "0x3f80_0000";
}

/// Applies `.SIGN` to a word: returns its highest bit.
///
/// Source: machine code of `add.sat.s32` for sm_75 to sm_100. [Grade](crate#grades) \[S\].
///
/// ```
/// assert!(ptx_core::sass::sign_bit(0x8000_0000));
/// ```
#[inline]
#[must_use]
pub const fn sign_bit(x: u32) -> bool {
    x >> 31 == 1
}

/// Applies `-` to two integers of 16 bits: negates each modulo 2^16.
///
/// Source: machine code of `add.s16x2` for sm_90. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::negate_lanes(0x0001_0000), 0xffff_0000);
/// ```
#[inline]
#[must_use]
pub const fn negate_lanes(x: u32) -> u32 {
    x.wrapping_neg() & 0xffff | (x >> 16).wrapping_neg() << 16
}

macro_rules! merged {
    ($($name:ident $distance:literal $value:literal;)*) => { $(
        #[doc = concat!("Returns `low` below the low bits of `c`, which move up by ", $distance, " bits.")]
        ///
        /// Source: machine code of `cvt` to narrow types for sm_80 to sm_120. [Grade](crate#grades) \[S\].
        ///
        /// ```
        #[doc = concat!("assert_eq!(ptx_core::sass::", stringify!($name), "(0x34, 0x12), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(low: u32, c: u32) -> u32 {
            low | c << $distance
        }
    )* };
}

merged! {
    merged_16 16 "0x12_0034";
    merged_8 8 "0x1234";
}
