//! Sums, differences and multiply-adds on the words of longer integers. PTX passes the carry from word to word in a
//! hidden flag. Here the flag is an argument and a result: a carry for sums, a borrow for differences. In a program the
//! flag after a difference is the complement of the borrow.

use super::multiply::{mul_hi_s32, mul_hi_s64, mul_hi_u32, mul_hi_u64};

macro_rules! carries {
    ($($word:literal $t:ident $unsigned:ident $mul_hi:ident:
        $add_cc:ident $addc:ident $addc_cc:ident $sub_cc:ident $subc:ident $subc_cc:ident
        $mad_lo_cc:ident $madc_lo:ident $madc_lo_cc:ident $mad_hi_cc:ident $madc_hi:ident $madc_hi_cc:ident;
    )*) => { $(
        #[doc = concat!("`add.cc.", $word, "`: `a + b`, and the carry.")]
        ///
        /// The operands are treated as unsigned. Source: PTX ISA, `add.cc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($add_cc), ";")]
        #[doc = concat!("assert_eq!(", stringify!($add_cc), "(!0, 3), (2, true));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $add_cc(a: $t, b: $t) -> ($t, bool) {
            $addc_cc(a, b, false)
        }

        #[doc = concat!("`addc.", $word, "`: `a + b` plus the carry from the lower word; the sum wraps around.")]
        ///
        /// Source: PTX ISA, `addc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($addc), ";")]
        #[doc = concat!("assert_eq!(", stringify!($addc), "(7, 5, true), 13);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $addc(a: $t, b: $t, carry: bool) -> $t {
            $addc_cc(a, b, carry).0
        }

        #[doc = concat!("`addc.cc.", $word, "`: `a + b` plus the carry from the lower word, and the carry of the sum.")]
        ///
        /// The operands are treated as unsigned. Source: PTX ISA, `addc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($addc_cc), ";")]
        #[doc = concat!("assert_eq!(", stringify!($addc_cc), "(!0, 0, true), (0, true));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $addc_cc(a: $t, b: $t, carry: bool) -> ($t, bool) {
            let (sum, over) = (a as $unsigned).overflowing_add(b as $unsigned);
            let (sum, one_over) = sum.overflowing_add(carry as $unsigned);
            // At most one of `over` and `one_over` is true. If `a + b` wraps around, the wrapped sum is not the largest
            // number, so adding the carry does not wrap around.
            (sum as $t, over | one_over)
        }

        #[doc = concat!("`sub.cc.", $word, "`: `a - b`, and the borrow.")]
        ///
        /// The operands are treated as unsigned. Source: PTX ISA, `sub.cc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($sub_cc), ";")]
        #[doc = concat!("assert_eq!(", stringify!($sub_cc), "(1, 3), (!1, true));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $sub_cc(a: $t, b: $t) -> ($t, bool) {
            $subc_cc(a, b, false)
        }

        #[doc = concat!("`subc.", $word, "`: `a - b` minus the borrow from the lower word; the difference wraps around.")]
        ///
        /// Source: PTX ISA, `subc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($subc), ";")]
        #[doc = concat!("assert_eq!(", stringify!($subc), "(7, 5, true), 1);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $subc(a: $t, b: $t, borrow: bool) -> $t {
            $subc_cc(a, b, borrow).0
        }

        #[doc = concat!("`subc.cc.", $word, "`: `a - b` minus the borrow from the lower word, and the borrow of the difference.")]
        ///
        /// The operands are treated as unsigned. Source: PTX ISA, `subc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($subc_cc), ";")]
        #[doc = concat!("assert_eq!(", stringify!($subc_cc), "(0, 0, true), (!0, true));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $subc_cc(a: $t, b: $t, borrow: bool) -> ($t, bool) {
            let (difference, under) = (a as $unsigned).overflowing_sub(b as $unsigned);
            let (difference, one_under) = difference.overflowing_sub(borrow as $unsigned);
            // At most one of `under` and `one_under` is true. If `a - b` wraps around, the wrapped difference is not 0,
            // so subtracting the borrow does not wrap around.
            (difference as $t, under | one_under)
        }

        #[doc = concat!("`mad.lo.cc.", $word, "`: the low half of `a * b`, plus `c`, and the carry of the sum.")]
        ///
        /// Source: PTX ISA, `mad.cc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mad_lo_cc), ";")]
        #[doc = concat!("assert_eq!(", stringify!($mad_lo_cc), "(2, 3, !0), (5, true));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mad_lo_cc(a: $t, b: $t, c: $t) -> ($t, bool) {
            $madc_lo_cc(a, b, c, false)
        }

        #[doc = concat!("`madc.lo.", $word, "`: the low half of `a * b`, plus `c` and the carry from the lower word; the sum wraps around.")]
        ///
        /// Source: PTX ISA, `madc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($madc_lo), ";")]
        #[doc = concat!("assert_eq!(", stringify!($madc_lo), "(2, 3, 4, true), 11);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $madc_lo(a: $t, b: $t, c: $t, carry: bool) -> $t {
            $madc_lo_cc(a, b, c, carry).0
        }

        #[doc = concat!("`madc.lo.cc.", $word, "`: the low half of `a * b`, plus `c` and the carry from the lower word, and the carry of the sum.")]
        ///
        /// Source: PTX ISA, `madc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($madc_lo_cc), ";")]
        #[doc = concat!("assert_eq!(", stringify!($madc_lo_cc), "(2, 3, !6, true), (0, true));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $madc_lo_cc(a: $t, b: $t, c: $t, carry: bool) -> ($t, bool) {
            $addc_cc(a.wrapping_mul(b), c, carry)
        }

        #[doc = concat!("`mad.hi.cc.", $word, "`: the high half of `a * b`, plus `c`, and the carry of the sum.")]
        ///
        /// The product is signed if the type is signed. The addition is unsigned.
        ///
        /// Source: PTX ISA, `mad.cc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($mad_hi_cc), ";")]
        #[doc = concat!("let half = 1 << (", stringify!($t), "::BITS / 2);")]
        #[doc = concat!("assert_eq!(", stringify!($mad_hi_cc), "(half, 3 * half, !0), (2, true));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $mad_hi_cc(a: $t, b: $t, c: $t) -> ($t, bool) {
            $madc_hi_cc(a, b, c, false)
        }

        #[doc = concat!("`madc.hi.", $word, "`: the high half of `a * b`, plus `c` and the carry from the lower word; the sum wraps around.")]
        ///
        /// Source: PTX ISA, `madc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($madc_hi), ";")]
        #[doc = concat!("let half = 1 << (", stringify!($t), "::BITS / 2);")]
        #[doc = concat!("assert_eq!(", stringify!($madc_hi), "(half, 3 * half, 4, true), 8);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $madc_hi(a: $t, b: $t, c: $t, carry: bool) -> $t {
            $madc_hi_cc(a, b, c, carry).0
        }

        #[doc = concat!("`madc.hi.cc.", $word, "`: the high half of `a * b`, plus `c` and the carry from the lower word, and the carry of the sum.")]
        ///
        /// The product is signed if the type is signed. The addition is unsigned.
        ///
        /// Source: PTX ISA, `madc`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($madc_hi_cc), ";")]
        #[doc = concat!("let half = 1 << (", stringify!($t), "::BITS / 2);")]
        #[doc = concat!("assert_eq!(", stringify!($madc_hi_cc), "(half, 3 * half, !3, true), (0, true));")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $madc_hi_cc(a: $t, b: $t, c: $t, carry: bool) -> ($t, bool) {
            $addc_cc($mul_hi(a, b), c, carry)
        }
    )* };
}

carries! {
    "u32" u32 u32 mul_hi_u32:
        add_cc_u32 addc_u32 addc_cc_u32 sub_cc_u32 subc_u32 subc_cc_u32
        mad_lo_cc_u32 madc_lo_u32 madc_lo_cc_u32 mad_hi_cc_u32 madc_hi_u32 madc_hi_cc_u32;
    "s32" i32 u32 mul_hi_s32:
        add_cc_s32 addc_s32 addc_cc_s32 sub_cc_s32 subc_s32 subc_cc_s32
        mad_lo_cc_s32 madc_lo_s32 madc_lo_cc_s32 mad_hi_cc_s32 madc_hi_s32 madc_hi_cc_s32;
    "u64" u64 u64 mul_hi_u64:
        add_cc_u64 addc_u64 addc_cc_u64 sub_cc_u64 subc_u64 subc_cc_u64
        mad_lo_cc_u64 madc_lo_u64 madc_lo_cc_u64 mad_hi_cc_u64 madc_hi_u64 madc_hi_cc_u64;
    "s64" i64 u64 mul_hi_s64:
        add_cc_s64 addc_s64 addc_cc_s64 sub_cc_s64 subc_s64 subc_cc_s64
        mad_lo_cc_s64 madc_lo_s64 madc_lo_cc_s64 mad_hi_cc_s64 madc_hi_s64 madc_hi_cc_s64;
}
