//! Dot products of bytes (`dp4a`), or of 16-bit halves and bytes (`dp2a`), added to a third operand.

macro_rules! dot {
    ($($words:literal ($a:ident $byte_a:ident $half_a:ident, $b:ident $byte_b:ident) -> $d:ident: $dp4a:ident $lo:ident $hi:ident;)*) => { $(
        #[doc = concat!("`dp4a.", $words, "`: `c` plus the products of the four bytes of `a` and `b`.")]
        ///
        /// The result wraps around. The bytes of an operand are signed if its type is `.s32`.
        ///
        /// Source: PTX ISA, `dp4a`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($dp4a), ";")]
        #[doc = concat!("assert_eq!(", stringify!($dp4a), "(0x04030201, 0x01010102, 5), 16);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $dp4a(a: $a, b: $b, c: $d) -> $d {
            let [a0, a1, a2, a3] = a.to_le_bytes();
            let [b0, b1, b2, b3] = b.to_le_bytes();
            c.wrapping_add((a0 as $byte_a as $d).wrapping_mul(b0 as $byte_b as $d))
                .wrapping_add((a1 as $byte_a as $d).wrapping_mul(b1 as $byte_b as $d))
                .wrapping_add((a2 as $byte_a as $d).wrapping_mul(b2 as $byte_b as $d))
                .wrapping_add((a3 as $byte_a as $d).wrapping_mul(b3 as $byte_b as $d))
        }

        #[doc = concat!("`dp2a.lo.", $words, "`: `c` plus the products of the halves of `a` and the low two bytes of `b`.")]
        ///
        /// The result wraps around. The halves or bytes of an operand are signed if its type is `.s32`.
        ///
        /// Source: PTX ISA, `dp2a`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($lo), ";")]
        #[doc = concat!("assert_eq!(", stringify!($lo), "(0x0003_0100, 0x0b0a_0201, 5), 0x10b);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $lo(a: $a, b: $b, c: $d) -> $d {
            let (low, high) = (a as $half_a as $d, (a >> 16) as $half_a as $d);
            let [b0, b1, ..] = b.to_le_bytes();
            c.wrapping_add(low.wrapping_mul(b0 as $byte_b as $d))
                .wrapping_add(high.wrapping_mul(b1 as $byte_b as $d))
        }

        #[doc = concat!("`dp2a.hi.", $words, "`: [`", stringify!($lo), "`] of the high two bytes of `b`.")]
        ///
        /// Source: PTX ISA, `dp2a`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($hi), ";")]
        #[doc = concat!("assert_eq!(", stringify!($hi), "(0x0003_0100, 0x0b0a_0201, 5), 0xa26);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $hi(a: $a, b: $b, c: $d) -> $d {
            $lo(a, b >> 16, c)
        }
    )* };
}

dot! {
    "u32.u32" (u32 u8 u16, u32 u8) -> u32: dp4a_u32_u32 dp2a_lo_u32_u32 dp2a_hi_u32_u32;
    "u32.s32" (u32 u8 u16, i32 i8) -> i32: dp4a_u32_s32 dp2a_lo_u32_s32 dp2a_hi_u32_s32;
    "s32.u32" (i32 i8 i16, u32 u8) -> i32: dp4a_s32_u32 dp2a_lo_s32_u32 dp2a_hi_s32_u32;
    "s32.s32" (i32 i8 i16, i32 i8) -> i32: dp4a_s32_s32 dp2a_lo_s32_s32 dp2a_hi_s32_s32;
}
