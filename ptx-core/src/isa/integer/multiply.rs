//! Products, and products with an addend.

macro_rules! multiply {
    ($($word:literal $t:ident $wide:ident: $lo:ident $hi:ident $mad_lo:ident $mad_hi:ident;)*) => { $(
        #[doc = concat!("`mul.lo.", $word, "`: the low half of `a * b`.")]
        ///
        /// Source: PTX ISA, integer `mul`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($lo), ";")]
        #[doc = concat!("assert_eq!(", stringify!($lo), "(7, 5), 35);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $lo(a: $t, b: $t) -> $t {
            a.wrapping_mul(b)
        }

        #[doc = concat!("`mul.hi.", $word, "`: the high half of `a * b`.")]
        ///
        /// Source: PTX ISA, integer `mul`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($hi), ";")]
        #[doc = concat!("let half = 1 << (", stringify!($t), "::BITS / 2);")]
        #[doc = concat!("assert_eq!(", stringify!($hi), "(half, 3 * half), 3);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $hi(a: $t, b: $t) -> $t {
            ((a as $wide).wrapping_mul(b as $wide) >> $t::BITS) as $t
        }

        #[doc = concat!("`mad.lo.", $word, "`: the low half of `a * b`, plus `c`; the sum wraps around.")]
        ///
        /// Source: PTX ISA, integer `mad`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mad_lo), ";")]
        #[doc = concat!("assert_eq!(", stringify!($mad_lo), "(7, 5, 1), 36);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mad_lo(a: $t, b: $t, c: $t) -> $t {
            $lo(a, b).wrapping_add(c)
        }

        #[doc = concat!("`mad.hi.", $word, "`: the high half of `a * b`, plus `c`; the sum wraps around.")]
        ///
        /// Source: PTX ISA, integer `mad`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mad_hi), ";")]
        #[doc = concat!("let half = 1 << (", stringify!($t), "::BITS / 2);")]
        #[doc = concat!("assert_eq!(", stringify!($mad_hi), "(half, 3 * half, 1), 4);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mad_hi(a: $t, b: $t, c: $t) -> $t {
            $hi(a, b).wrapping_add(c)
        }
    )* };
}

multiply! {
    "u16" u16 u32: mul_lo_u16 mul_hi_u16 mad_lo_u16 mad_hi_u16;
    "s16" i16 i32: mul_lo_s16 mul_hi_s16 mad_lo_s16 mad_hi_s16;
    "u32" u32 u64: mul_lo_u32 mul_hi_u32 mad_lo_u32 mad_hi_u32;
    "s32" i32 i64: mul_lo_s32 mul_hi_s32 mad_lo_s32 mad_hi_s32;
    "u64" u64 u128: mul_lo_u64 mul_hi_u64 mad_lo_u64 mad_hi_u64;
    "s64" i64 i128: mul_lo_s64 mul_hi_s64 mad_lo_s64 mad_hi_s64;
}

/// `mad.hi.sat.s32`: the high half of `a * b`, plus `c`, clamped to the range of `.s32`.
///
/// Source: PTX ISA, integer `mad`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mad_hi_sat_s32;
/// assert_eq!(mad_hi_sat_s32(1 << 20, 1 << 20, i32::MAX), i32::MAX);
/// ```
#[inline]
#[must_use]
pub const fn mad_hi_sat_s32(a: i32, b: i32, c: i32) -> i32 {
    mul_hi_s32(a, b).saturating_add(c)
}

macro_rules! wide {
    ($($word:literal $t:ident $wide:ident: $mul:ident $mad:ident;)*) => { $(
        #[doc = concat!("`mul.wide.", $word, "`: `a * b`, twice as wide as the operands.")]
        ///
        /// Source: PTX ISA, integer `mul`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mul), ";")]
        #[doc = concat!("let max = ", stringify!($t), "::MAX;")]
        #[doc = concat!("assert_eq!(", stringify!($mul), "(max, 2), 2 * ", stringify!($wide), "::from(max));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mul(a: $t, b: $t) -> $wide {
            (a as $wide).wrapping_mul(b as $wide)
        }

        #[doc = concat!("`mad.wide.", $word, "`: `a * b + c`, twice as wide as `a` and `b`; the sum wraps around.")]
        ///
        /// Source: PTX ISA, integer `mad`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mad), ";")]
        #[doc = concat!("let max = ", stringify!($t), "::MAX;")]
        #[doc = concat!("assert_eq!(", stringify!($mad), "(max, 2, 1), 2 * ", stringify!($wide), "::from(max) + 1);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mad(a: $t, b: $t, c: $wide) -> $wide {
            $mul(a, b).wrapping_add(c)
        }
    )* };
}

wide! {
    "u16" u16 u32: mul_wide_u16 mad_wide_u16;
    "s16" i16 i32: mul_wide_s16 mad_wide_s16;
    "u32" u32 u64: mul_wide_u32 mad_wide_u32;
    "s32" i32 i64: mul_wide_s32 mad_wide_s32;
}

/// Multiplies two words as polynomials over GF(2): the partial products are combined with XOR, without carries.
#[inline]
const fn carry_less(a: u64, b: u64) -> u128 {
    let (mut product, mut i) = (0, 0);
    while i < u64::BITS {
        let chosen = (a >> i & 1) as u128;
        product ^= (b as u128) << i & chosen.wrapping_neg();
        i += 1;
    }
    product
}

/// `clmad.lo.u64`: the low 64 bits of the carry-less product of `a` and `b`, XOR `c`.
///
/// The carry-less product is the XOR of `b << i` over all set bits i of `a`.
///
/// Source: PTX ISA, `clmad`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::clmad_lo_u64;
/// // (x + 1)^2 = x^2 + 1
/// assert_eq!(clmad_lo_u64(0b11, 0b11, 0), 0b101);
/// assert_eq!(clmad_lo_u64(0b11, 0b11, 0b100), 0b001);
/// ```
#[inline]
#[must_use]
pub const fn clmad_lo_u64(a: u64, b: u64, c: u64) -> u64 {
    carry_less(a, b) as u64 ^ c
}

/// `clmad.hi.u64`: the high 64 bits of the carry-less product of `a` and `b`, XOR `c`.
///
/// The carry-less product is the XOR of `b << i` over all set bits i of `a`. The product has at most 127 bits.
///
/// Source: PTX ISA, `clmad`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::clmad_hi_u64;
/// assert_eq!(clmad_hi_u64(1 << 63, 0b11, 0), 1);
/// ```
#[inline]
#[must_use]
pub const fn clmad_hi_u64(a: u64, b: u64, c: u64) -> u64 {
    (carry_less(a, b) >> 64) as u64 ^ c
}
