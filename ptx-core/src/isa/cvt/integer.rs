//! `cvt` from integers to integers.

macro_rules! low_bits {
    ($($word:literal $t:ident: $($name:ident $from:literal $a:ident)*;)*) => { $( $(
        #[doc = concat!("`cvt.", $word, ".", $from, "`: the low bits of `a`; a shorter `a` is sign-extended or, if unsigned, zero-extended.")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($name), ";")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(!0), !0_", stringify!($a), " as ", stringify!($t), ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(a: $a) -> $t {
            a as $t
        }
    )* )* };
}

macro_rules! saturated {
    ($($word:literal $t:ident: $($name:ident $from:literal $a:ident)*;)*) => { $( $(
        #[doc = concat!("`cvt.sat.", $word, ".", $from, "`: `a`, clamped to the range of `.", $word, "`.")]
        ///
        /// Source: PTX ISA, `cvt`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($name), ";")]
        #[doc = concat!("let clamped = |a: ", stringify!($a), "| i128::from(a).clamp(", stringify!($t), "::MIN.into(), ", stringify!($t), "::MAX.into());")]
        #[doc = concat!("for a in [", stringify!($a), "::MIN, 1, ", stringify!($a), "::MAX] {")]
        #[doc = concat!("    assert_eq!(i128::from(", stringify!($name), "(a)), clamped(a));")]
        /// }
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(a: $a) -> $t {
            clamp(a as i128, $t::MIN as i128, $t::MAX as i128) as $t
        }
    )* )* };
}

#[inline]
const fn clamp(a: i128, least: i128, greatest: i128) -> i128 {
    if a < least {
        least
    } else if a > greatest {
        greatest
    } else {
        a
    }
}

low_bits! {
    "u8" u8:
        cvt_u8_u8 "u8" u8 cvt_u8_s8 "s8" i8 cvt_u8_u16 "u16" u16 cvt_u8_s16 "s16" i16
        cvt_u8_u32 "u32" u32 cvt_u8_s32 "s32" i32 cvt_u8_u64 "u64" u64 cvt_u8_s64 "s64" i64;
    "s8" i8:
        cvt_s8_u8 "u8" u8 cvt_s8_s8 "s8" i8 cvt_s8_u16 "u16" u16 cvt_s8_s16 "s16" i16
        cvt_s8_u32 "u32" u32 cvt_s8_s32 "s32" i32 cvt_s8_u64 "u64" u64 cvt_s8_s64 "s64" i64;
    "u16" u16:
        cvt_u16_u8 "u8" u8 cvt_u16_s8 "s8" i8 cvt_u16_u16 "u16" u16 cvt_u16_s16 "s16" i16
        cvt_u16_u32 "u32" u32 cvt_u16_s32 "s32" i32 cvt_u16_u64 "u64" u64 cvt_u16_s64 "s64" i64;
    "s16" i16:
        cvt_s16_u8 "u8" u8 cvt_s16_s8 "s8" i8 cvt_s16_u16 "u16" u16 cvt_s16_s16 "s16" i16
        cvt_s16_u32 "u32" u32 cvt_s16_s32 "s32" i32 cvt_s16_u64 "u64" u64 cvt_s16_s64 "s64" i64;
    "u32" u32:
        cvt_u32_u8 "u8" u8 cvt_u32_s8 "s8" i8 cvt_u32_u16 "u16" u16 cvt_u32_s16 "s16" i16
        cvt_u32_u32 "u32" u32 cvt_u32_s32 "s32" i32 cvt_u32_u64 "u64" u64 cvt_u32_s64 "s64" i64;
    "s32" i32:
        cvt_s32_u8 "u8" u8 cvt_s32_s8 "s8" i8 cvt_s32_u16 "u16" u16 cvt_s32_s16 "s16" i16
        cvt_s32_u32 "u32" u32 cvt_s32_s32 "s32" i32 cvt_s32_u64 "u64" u64 cvt_s32_s64 "s64" i64;
    "u64" u64:
        cvt_u64_u8 "u8" u8 cvt_u64_s8 "s8" i8 cvt_u64_u16 "u16" u16 cvt_u64_s16 "s16" i16
        cvt_u64_u32 "u32" u32 cvt_u64_s32 "s32" i32 cvt_u64_u64 "u64" u64 cvt_u64_s64 "s64" i64;
    "s64" i64:
        cvt_s64_u8 "u8" u8 cvt_s64_s8 "s8" i8 cvt_s64_u16 "u16" u16 cvt_s64_s16 "s16" i16
        cvt_s64_u32 "u32" u32 cvt_s64_s32 "s32" i32 cvt_s64_u64 "u64" u64 cvt_s64_s64 "s64" i64;
}

saturated! {
    "u8" u8:
        cvt_sat_u8_s8 "s8" i8 cvt_sat_u8_u16 "u16" u16 cvt_sat_u8_s16 "s16" i16 cvt_sat_u8_u32 "u32" u32
        cvt_sat_u8_s32 "s32" i32 cvt_sat_u8_u64 "u64" u64 cvt_sat_u8_s64 "s64" i64;
    "s8" i8:
        cvt_sat_s8_u8 "u8" u8 cvt_sat_s8_u16 "u16" u16 cvt_sat_s8_s16 "s16" i16 cvt_sat_s8_u32 "u32" u32
        cvt_sat_s8_s32 "s32" i32 cvt_sat_s8_u64 "u64" u64 cvt_sat_s8_s64 "s64" i64;
    "u16" u16:
        cvt_sat_u16_s8 "s8" i8 cvt_sat_u16_s16 "s16" i16 cvt_sat_u16_u32 "u32" u32 cvt_sat_u16_s32 "s32" i32
        cvt_sat_u16_u64 "u64" u64 cvt_sat_u16_s64 "s64" i64;
    "s16" i16:
        cvt_sat_s16_u16 "u16" u16 cvt_sat_s16_u32 "u32" u32 cvt_sat_s16_s32 "s32" i32 cvt_sat_s16_u64 "u64" u64
        cvt_sat_s16_s64 "s64" i64;
    "u32" u32:
        cvt_sat_u32_s8 "s8" i8 cvt_sat_u32_s16 "s16" i16 cvt_sat_u32_s32 "s32" i32 cvt_sat_u32_u64 "u64" u64
        cvt_sat_u32_s64 "s64" i64;
    "s32" i32:
        cvt_sat_s32_u32 "u32" u32 cvt_sat_s32_u64 "u64" u64 cvt_sat_s32_s64 "s64" i64;
    "u64" u64:
        cvt_sat_u64_s8 "s8" i8 cvt_sat_u64_s16 "s16" i16 cvt_sat_u64_s32 "s32" i32 cvt_sat_u64_s64 "s64" i64;
    "s64" i64:
        cvt_sat_s64_u64 "u64" u64;
}
