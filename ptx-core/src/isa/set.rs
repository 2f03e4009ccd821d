//! `set`: converts the result of a comparison to a number. The comparison is computed by [`setp_f32`](crate::setp_f32)
//! or a similar function, and optionally combined with a predicate by [`boolop`](crate::boolop).

use crate::format::{BFLOAT16, BINARY16};

macro_rules! set {
    ($($name:ident $type:ident $word:literal $all:expr, $none:expr, $what:literal;)*) => { $(
        #[doc = concat!("`set` with destination `.", $word, "`: ", $what, " if the comparison holds, else 0.")]
        ///
        /// `results` has the result of the comparison and its complement, as `setp` returns them. `set` ignores the
        /// complement.
        ///
        /// Source: PTX ISA, `set`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Comparison::*, Subnormals::*, ", stringify!($name), ", setp_f32};")]
        #[doc = concat!("let [yes, no] = [Lt, Gt].map(|cmp| ", stringify!($name), "(setp_f32(1.0, 2.0, cmp, Keep)));")]
        #[doc = concat!("assert_eq!((yes, no), (", stringify!($all), ", ", stringify!($none), "));")]
        /// ```
        #[doc(hidden)]
        #[inline]
        #[must_use]
        pub const fn $name(results: [bool; 2]) -> $type {
            let [holds, _] = results;
            if holds { $all } else { $none }
        }
    )* };
}

set! {
    set_u32 u32 "u32" u32::MAX, 0, "all ones";
    set_s32 i32 "s32" -1, 0, "all ones";
    set_u16 u16 "u16" u16::MAX, 0, "all ones";
    set_s16 i16 "s16" -1, 0, "all ones";
    set_f32 f32 "f32" 1.0, 0.0, "1.0";
    set_f16 u16 "f16" 0x3c00, 0, "1.0";
    set_bf16 u16 "bf16" 0x3f80, 0, "1.0";
}

/// Packs two lanes into a word. A lane is `one` if its element of `results` is true, otherwise 0.
#[inline]
const fn lanes(results: [bool; 2], one: u16) -> u32 {
    let [low, high] = results;
    let low = if low { one as u32 } else { 0 };
    if high { (one as u32) << 16 | low } else { low }
}

macro_rules! pairs {
    ($($name:ident $type:ident $word:literal $one:expr, $what:literal, $first:literal;)*) => { $(
        #[doc = concat!("`set` of pairs of halves with destination `.", $word, "`: in each lane ", $what, " if the lane's element of `results` is true, else 0.")]
        ///
        /// Lane 0 is in bits 0-15. Source: PTX ISA, half precision `set`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($name), ";")]
        #[doc = concat!("assert_eq!(", stringify!($name), "([true, false]), ", $first, ");")]
        /// ```
        #[doc(hidden)]
        #[inline]
        #[must_use]
        pub const fn $name(results: [bool; 2]) -> $type {
            lanes(results, $one) as $type
        }
    )* };
}

pairs! {
    set_pair_u32 u32 "u32" u16::MAX, "ffff", "0xffff";
    set_pair_s32 i32 "s32" u16::MAX, "ffff", "0xffff";
    set_pair_f16x2 u32 "f16x2" BINARY16.one as u16, "1.0", "0x3c00";
    set_pair_bf16x2 u32 "bf16x2" BFLOAT16.one as u16, "1.0", "0x3f80";
}
