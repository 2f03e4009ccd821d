//! Conversions between the words of registers and the Rust types of functions for PTX. They keep the bits. A narrower
//! type reads the low bits of a word, and a signed narrower type is sign-extended.

macro_rules! conversions {
    ($($to:ident $from:ident $word:ident $t:ident: |$x:ident| $into:expr, |$y:ident| $back:expr, $value:literal $bits:literal;)*) => { $(
        #[doc = concat!("Converts a word of a register to `", stringify!($t), "`.")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(ptx_core::sass::", stringify!($to), "(", $bits, "), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $to($x: $word) -> $t {
            $into
        }

        #[doc = concat!("Converts `", stringify!($t), "` to a word of a register.")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(ptx_core::sass::", stringify!($from), "(", $value, "), ", $bits, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $from($y: $t) -> $word {
            $back
        }
    )* };
}

conversions! {
    word_to_f32 word_from_f32 u32 f32: |x| f32::from_bits(x), |y| y.to_bits(), "1.0" "0x3f80_0000";
    word_to_f64 word_from_f64 u64 f64: |x| f64::from_bits(x), |y| y.to_bits(), "1.0" "0x3ff0_0000_0000_0000";
    word_to_i32 word_from_i32 u32 i32: |x| x.cast_signed(), |y| y.cast_unsigned(), "-1" "0xffff_ffff";
    word_to_i64 word_from_i64 u64 i64: |x| x.cast_signed(), |y| y.cast_unsigned(), "-1" "0xffff_ffff_ffff_ffff";
    word_to_u16 word_from_u16 u32 u16: |x| x as u16, |y| y as u32, "7" "7";
    word_to_i16 word_from_i16 u32 i16: |x| x as i16, |y| y as i32 as u32, "-1" "0xffff_ffff";
    word_to_u8 word_from_u8 u32 u8: |x| x as u8, |y| y as u32, "7" "7";
    word_to_i8 word_from_i8 u32 i8: |x| x as i8, |y| y as i32 as u32, "-1" "0xffff_ffff";
}
