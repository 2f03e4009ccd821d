//! Conversions between the words of registers and the Rust types of functions for PTX. They keep the bits. A narrower
//! type is the low bits of a word.

macro_rules! to {
    ($($name:ident $word:ident $t:ident: |$x:ident| $result:expr, $bits:literal $value:literal;)*) => { $(
        #[doc = concat!("Converts a word of a register to `", stringify!($t), "`.")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(ptx_core::sass::", stringify!($name), "(", $bits, "), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name($x: $word) -> $t {
            $result
        }
    )* };
}

macro_rules! from {
    ($($name:ident $t:ident $word:ident: |$x:ident| $result:expr, $value:literal $bits:literal;)*) => { $(
        #[doc = concat!("Converts `", stringify!($t), "` to a word of a register.")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(ptx_core::sass::", stringify!($name), "(", $value, "), ", $bits, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name($x: $t) -> $word {
            $result
        }
    )* };
}

to! {
    word_to_f32 u32 f32: |x| f32::from_bits(x), "0x3f80_0000" "1.0";
    word_to_f64 u64 f64: |x| f64::from_bits(x), "0x3ff0_0000_0000_0000" "1.0";
    word_to_i32 u32 i32: |x| x.cast_signed(), "0xffff_ffff" "-1";
    word_to_i64 u64 i64: |x| x.cast_signed(), "0xffff_ffff_ffff_ffff" "-1";
    word_to_u16 u32 u16: |x| x as u16, "0x5_0007" "7";
    word_to_i16 u32 i16: |x| x as i16, "0xffff" "-1";
    word_to_u8 u32 u8: |x| x as u8, "0x507" "7";
    word_to_i8 u32 i8: |x| x as i8, "0xff" "-1";
}

from! {
    word_from_f32 f32 u32: |x| x.to_bits(), "1.0" "0x3f80_0000";
    word_from_f64 f64 u64: |x| x.to_bits(), "1.0" "0x3ff0_0000_0000_0000";
    word_from_i32 i32 u32: |x| x.cast_unsigned(), "-1" "0xffff_ffff";
    word_from_i64 i64 u64: |x| x.cast_unsigned(), "-1" "0xffff_ffff_ffff_ffff";
    word_from_u16 u16 u32: |x| x as u32, "7" "7";
    word_from_i16 i16 u32: |x| x as u32, "-1" "0xffff_ffff";
    word_from_u8 u8 u32: |x| x as u32, "7" "7";
    word_from_i8 i8 u32: |x| x as u32, "-1" "0xffff_ffff";
}
