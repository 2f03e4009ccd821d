//! Tiles of any size: the integer and bit forms of `wgmma` and `tcgen05.mma`, and the forms of `wmma`.

use super::convert::{half_values, halves, i8_integers, u8_integers, u16_words, u32_words};
use super::float::{self, Method};
use super::integer::{self, bit_tile};
use super::rust::{about, element, integers, load, one, store, sum, ty, words, zero};
use super::sparse::Chunk;
use super::table::{any_integer_forms, wmma_forms, wmma_integer_forms};
use super::types::{BitOperation, Type};
use crate::mode::{Limit, Sm};

macro_rules! integer_tiles {
    ($($a:ident $b:ident $tile:ident $sparse:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like `wgmma.mma_async.m64nNk32.s32.", stringify!($a), ".", stringify!($b), "` and `tcgen05.mma` with `.kind::i8`.")]
        ///
        #[doc = about!(other_integer)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::Satfinite, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let d = ", stringify!($tile), "(&[[1; 32]; 64], &[[1; 24]; 32], &[[-1; 24]; 64], Satfinite);")]
        /// assert_eq!(d, [[31; 24]; 64]);
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const M: usize, const N: usize>(
            a: &[[element!($a); 32]; M],
            b: &[[element!($b); N]; 32],
            c: &[[i32; N]; M],
            limit: Limit,
        ) -> [[i32; N]; M] {
            integer::tile(&integers!($a, a), &integers!($b, b), c, limit)
        }

        #[doc = concat!("Computes D = A · B + C like `wgmma.mma_async.sp.m64nNk64.s32.", stringify!($a), ".", stringify!($b), "` and `tcgen05.mma.sp` with `.kind::i8`. `metadata` holds the metadata digits of each row of A.")]
        ///
        #[doc = about!(sparse_integer)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::Satfinite, mma::tile::", stringify!($sparse), "};")]
        #[doc = concat!("let d = ", stringify!($sparse), "(&[[1; 32]; 64], &[[0x4; 16]; 64], &[[1; 24]; 64], &[[-1; 24]; 64], Satfinite);")]
        /// assert_eq!(d, [[31; 24]; 64]);
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $sparse<const M: usize, const N: usize>(
            a: &[[element!($a); 32]; M],
            metadata: &[[u8; 16]; M],
            b: &[[element!($b); N]; 64],
            c: &[[i32; N]; M],
            limit: Limit,
        ) -> [[i32; N]; M] {
            let (a, b) = (integers!($a, a), integers!($b, b));
            integer::sparse_tile(Chunk::Four, &a, metadata, &b, c, limit)
        }
    )* };
}
any_integer_forms!(integer_tiles);

/// Computes D = A · B + C like `wgmma.mma_async.m64nNk256.s32.b1.b1.and.popc`. A word has 32 bits of a row of A or of a
/// column of B.
///
#[doc = about!(bits)]
///
/// ```
/// use ptx_core::mma::tile::wgmma_m64k256_s32_b1_and_popc;
/// let d = wgmma_m64k256_s32_b1_and_popc(&[[3; 8]; 64], &[[u32::MAX; 24]; 8], &[[0; 24]; 64]);
/// assert_eq!(d, [[16; 24]; 64]);
/// ```
#[inline(always)]
#[must_use]
pub const fn wgmma_m64k256_s32_b1_and_popc<const N: usize>(
    a: &[[u32; 8]; 64],
    b: &[[u32; N]; 8],
    c: &[[i32; N]; 64],
) -> [[i32; N]; 64] {
    bit_tile(a, b, c, BitOperation::And)
}

macro_rules! wmmas {
    ($($d:ident $a:ident $c:ident $k:tt $since:literal $tile:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like `wmma.mma` with ", stringify!($a), " operands, K = ", $k, ", ", stringify!($c), " accumulators and ", stringify!($d), " results, from sm_", $since, " on.")]
        ///
        #[doc = about!(wmma)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[", one!($a), "; ", $k, "]; 16], [[", one!($a), "; 16]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[", zero!($c), "; 16]; 16], Sm(", $since, "));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 16]; 16]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const M: usize, const N: usize>(
            a: &[[element!($a); $k]; M],
            b: &[[element!($a); N]; $k],
            c: &[[element!($c); N]; M],
            sm: Sm,
        ) -> [[element!($d); N]; M] {
            let method = Method::wmma(ty!($d), ty!($a), ty!($c), sm.at_least($since));
            store!($d, float::tile(&method, &words!($a, a), &words!($a, b), load!($c, c)))
        }
    )* };
}
wmma_forms!(wmmas);

macro_rules! integer_wmmas {
    ($($a:ident $tile:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like `wmma.mma` with ", stringify!($a), " operands and K = 16.")]
        ///
        #[doc = about!(other_integer)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::Satfinite, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let d = ", stringify!($tile), "(&[[1; 16]; 8], &[[1; 32]; 16], &[[-1; 32]; 8], Satfinite);")]
        /// assert_eq!(d, [[15; 32]; 8]);
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const M: usize, const N: usize>(
            a: &[[element!($a); 16]; M],
            b: &[[element!($a); N]; 16],
            c: &[[i32; N]; M],
            limit: Limit,
        ) -> [[i32; N]; M] {
            integer::tile(&integers!($a, a), &integers!($a, b), c, limit)
        }
    )* };
}
wmma_integer_forms!(integer_wmmas);
