//! Products of 24-bit integers. A product has at most 48 bits. `.lo` returns the low 32 bits, `.hi` the high 32 bits.

macro_rules! multiply24 {
    ($($word:literal $t:ident $wide:ident: $mul_lo:ident $mul_hi:ident $mad_lo:ident $mad_hi:ident;)*) => { $(
        #[doc = concat!("`mul24.lo.", $word, "`: bits 0 to 31 of the product of the low 24 bits of `a` and `b`.")]
        ///
        /// Source: PTX ISA, `mul24`; machine code of ptxas. [Grade](crate#grades) \[D\]; that the upper 8 bits are
        /// ignored \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mul_lo), ";")]
        #[doc = concat!("assert_eq!(", stringify!($mul_lo), "(0x7f00_0007, 5), 35);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mul_lo(a: $t, b: $t) -> $t {
            // Drops the upper eight bits. The right shift sign-extends if the type is signed.
            (a << 8 >> 8).wrapping_mul(b << 8 >> 8)
        }

        #[doc = concat!("`mul24.hi.", $word, "`: bits 16 to 47 of the product of the low 24 bits of `a` and `b`.")]
        ///
        /// Source: PTX ISA, `mul24`; machine code of ptxas. [Grade](crate#grades) \[D\]; that the upper 8 bits are
        /// ignored \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mul_hi), ";")]
        #[doc = concat!("assert_eq!(", stringify!($mul_hi), "(1 << 20, 3 << 20), 3 << 24);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mul_hi(a: $t, b: $t) -> $t {
            (((a << 8 >> 8) as $wide).wrapping_mul((b << 8 >> 8) as $wide) >> 16) as $t
        }

        #[doc = concat!("`mad24.lo.", $word, "`: [`", stringify!($mul_lo), "`] plus `c`; the sum wraps around.")]
        ///
        /// Source: PTX ISA, `mad24`; machine code of ptxas. [Grade](crate#grades) \[D\]; that the upper 8 bits are
        /// ignored \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mad_lo), ";")]
        #[doc = concat!("assert_eq!(", stringify!($mad_lo), "(0x7f00_0007, 5, 1), 36);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mad_lo(a: $t, b: $t, c: $t) -> $t {
            $mul_lo(a, b).wrapping_add(c)
        }

        #[doc = concat!("`mad24.hi.", $word, "`: [`", stringify!($mul_hi), "`] plus `c`; the sum wraps around.")]
        ///
        /// Source: PTX ISA, `mad24`; machine code of ptxas. [Grade](crate#grades) \[D\]; that the upper 8 bits are
        /// ignored \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mad_hi), ";")]
        #[doc = concat!("assert_eq!(", stringify!($mad_hi), "(1 << 20, 3 << 20, 1), (3 << 24) + 1);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mad_hi(a: $t, b: $t, c: $t) -> $t {
            $mul_hi(a, b).wrapping_add(c)
        }
    )* };
}

multiply24! {
    "u32" u32 u64: mul24_lo_u32 mul24_hi_u32 mad24_lo_u32 mad24_hi_u32;
    "s32" i32 i64: mul24_lo_s32 mul24_hi_s32 mad24_lo_s32 mad24_hi_s32;
}

/// `mad24.hi.sat.s32`: [`mul24_hi_s32`] plus `c`, clamped to the range of `.s32`.
///
/// Source: PTX ISA, `mad24`; machine code of ptxas. [Grade](crate#grades) \[D\]; that the upper 8 bits are ignored
/// \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
///
/// ```
/// use ptx_core::mad24_hi_sat_s32;
/// assert_eq!(mad24_hi_sat_s32(1 << 20, 1 << 20, i32::MAX), i32::MAX);
/// ```
#[inline]
#[must_use]
pub const fn mad24_hi_sat_s32(a: i32, b: i32, c: i32) -> i32 {
    mul24_hi_s32(a, b).saturating_add(c)
}
