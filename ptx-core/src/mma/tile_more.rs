//! Tiles of sparse and block-scaled forms, of `wgmma.sp` and of `tcgen05.mma`.

use super::convert::{
    half_values, halves, i8_integers, u8_integers, u8_words, u16_words, u32_words,
};
use super::float::{self, Method};
use super::fp4;
use super::integer;
use super::parameters::Unit;
use super::rust::{about, element, integers, load, one, store, sum, ty, words, zero};
use super::scale::powers;
use super::sparse::Chunk;
use super::table::{
    fp4_forms, sparse_byte_forms, sparse_forms, sparse_integer_forms, tcgen05_forms,
    wgmma_sparse_forms,
};
use super::types::{F8f6f4, Fp8, ScaleType, Type};
use super::warp_sparse::{first, scaled};
use crate::mode::{Limit, Sm};

macro_rules! floats {
    ($($d:ident $a:ident [$m:literal, $n:literal, $k:tt] $stored:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), "), from sm_", $since, " on. `metadata` holds the metadata digits of each row of A.")]
        ///
        #[doc = about!(sparse)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[", one!($a), "; ", $stored, "]; ", $m, "], [[", one!($a), "; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &[[0x4; _]; ", $m, "], &b, &[[", zero!($d), "; 8]; ", $m, "], Sm(", $since, "));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $stored), "; 8]; ", $m, "]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[element!($a); $stored]; $m],
            metadata: &[[u8; $k / Chunk::of(ty!($a).bits()).columns()]; $m],
            b: &[[element!($a); $n]; $k],
            c: &[[element!($d); $n]; $m],
            sm: Sm,
        ) -> [[element!($d); $n]; $m] {
            const CHUNK: Chunk = Chunk::of(ty!($a).bits());
            let method = Method::new(ty!($d), ty!($a), ty!($a), sm.at_least($since));
            let (a, b) = (words!($a, a), words!($a, b));
            store!($d, float::sparse_tile(&method, CHUNK, &a, metadata, &b, load!($d, c), None))
        }
    )* };
}
sparse_forms!(floats);

macro_rules! bytes {
    ($($d:ident $a:ident [$m:literal, $n:literal, $k:tt] $stored:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), "), from sm_", $since, " on. `metadata` holds the metadata digits of each row of A.")]
        ///
        #[doc = about!(sparse)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::Sm;\nuse ptx_core::mma::{", stringify!($a), "::E4m3, tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[0x38; ", $stored, "]; ", $m, "], [[0x38; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &[[0x4; _]; ", $m, "], &b, &[[", zero!($d), "; 8]; ", $m, "], E4m3, E4m3, Sm(", $since, "));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $stored), "; 8]; ", $m, "]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[u8; $stored]; $m],
            metadata: &[[u8; $k / 4]; $m],
            b: &[[u8; $n]; $k],
            c: &[[element!($d); $n]; $m],
            atype: $a,
            btype: $a,
            sm: Sm,
        ) -> [[element!($d); $n]; $m] {
            let (atype, btype) = (atype.element_type(), btype.element_type());
            let since = first(atype, btype, $since);
            let method = Method::new(ty!($d), atype, btype, sm.at_least(since));
            let (a, b, c) = (u8_words(a), u8_words(b), load!($d, c));
            store!($d, float::sparse_tile(&method, Chunk::Four, &a, metadata, &b, c, None))
        }
    )* };
}
sparse_byte_forms!(bytes);

macro_rules! integer_tiles {
    ($($a:ident $b:ident [$m:literal, $n:literal, $k:tt] $stored:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), "). `metadata` holds the metadata digits of each row of A.")]
        ///
        #[doc = about!(sparse_integer)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::Satfinite, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[1; ", $stored, "]; ", $m, "], [[1; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &[[0x4; _]; ", $m, "], &b, &[[-1; 8]; ", $m, "], Satfinite);")]
        #[doc = concat!("assert_eq!(d, [[", $stored, " - 1; 8]; ", $m, "]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[element!($a); $stored]; $m],
            metadata: &[[u8; $k / Chunk::of(ty!($a).bits()).columns()]; $m],
            b: &[[element!($b); $n]; $k],
            c: &[[i32; $n]; $m],
            limit: Limit,
        ) -> [[i32; $n]; $m] {
            const CHUNK: Chunk = Chunk::of(ty!($a).bits());
            integer::sparse_tile(CHUNK, &integers!($a, a), metadata, &integers!($b, b), c, limit)
        }
    )* };
}
sparse_integer_forms!(integer_tiles);

/// Computes D = A · B + C like [`mma_m16n8k32_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0`] and like `tcgen05.mma` with
/// `.kind::mxf8f6f4`. Each row of A and each column of B has one scale.
///
/// [`mma_m16n8k32_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0`]: crate::mma_m16n8k32_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0
///
#[doc = about!(mxf8f6f4)]
///
/// ```
/// use ptx_core::{Sm, mma::{F8f6f4::E4m3, tile::k32_mxf8f6f4_ue8m0}};
/// let (a, b, c) = ([[0x38; 32]; 16], [[0x38; 8]; 32], [[0.0; 8]; 16]);
/// let d = k32_mxf8f6f4_ue8m0(&a, &b, &c, &[[128]; 16], &[[125]; 8], E4m3, E4m3, Sm(120));
/// assert_eq!(d, [[16.0; 8]; 16]);
/// ```
#[inline(always)]
#[must_use]
#[expect(clippy::too_many_arguments, reason = "the operands of the instruction")]
pub const fn k32_mxf8f6f4_ue8m0<const M: usize, const N: usize>(
    a: &[[u8; 32]; M],
    b: &[[u8; N]; 32],
    c: &[[f32; N]; M],
    scales_a: &[[u8; 1]; M],
    scales_b: &[[u8; 1]; N],
    atype: F8f6f4,
    btype: F8f6f4,
    sm: Sm,
) -> [[f32; N]; M] {
    let (rows, columns) = (powers(scales_a), powers(scales_b));
    float::scaled_tile(&scaled(atype, btype, sm), &u8_words(a), &u8_words(b), c, &rows, &columns)
}

/// Computes D = A · B + C like [`mma_sp_m16n8k64_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0`] and like `tcgen05.mma.sp` with
/// `.kind::mxf8f6f4`. `metadata` holds the metadata digits of each row of A.
///
/// [`mma_sp_m16n8k64_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0`]: crate::mma_sp_m16n8k64_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0
///
#[doc = about!(mxf8f6f4)]
///
/// ```
/// use ptx_core::{Sm, mma::{F8f6f4::E4m3, tile::sp_k64_mxf8f6f4_ue8m0}};
/// let (a, b, c) = ([[0x38; 32]; 16], [[0x38; 8]; 64], [[0.0; 8]; 16]);
/// let (metadata, sa, sb) = ([[0x4; 16]; 16], [[128]; 16], [[125]; 8]);
/// let d = sp_k64_mxf8f6f4_ue8m0(&a, &metadata, &b, &c, &sa, &sb, E4m3, E4m3, Sm(120));
/// assert_eq!(d, [[16.0; 8]; 16]);
/// ```
#[inline(always)]
#[must_use]
#[expect(clippy::too_many_arguments, reason = "the operands of the instruction")]
pub const fn sp_k64_mxf8f6f4_ue8m0<const M: usize, const N: usize>(
    a: &[[u8; 32]; M],
    metadata: &[[u8; 16]; M],
    b: &[[u8; N]; 64],
    c: &[[f32; N]; M],
    scales_a: &[[u8; 1]; M],
    scales_b: &[[u8; 1]; N],
    atype: F8f6f4,
    btype: F8f6f4,
    sm: Sm,
) -> [[f32; N]; M] {
    let (rows, columns) = (powers(scales_a), powers(scales_b));
    let (a, b, scales) = (u8_words(a), u8_words(b), Some((&rows, &columns)));
    let method = scaled(atype, btype, sm);
    float::sparse_tile(&method, Chunk::Four, &a, metadata, &b, c, scales)
}

macro_rules! fp4 {
    ($($kind:ident $vector:ident $element:ident $scales:literal $tile:ident $name:ident $sparse_tile:ident $sparse:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), ") and the same kind of `tcgen05.mma`, with ", $scales, " scales for each row of A and for each column of B. An element is the low four bits of a byte.")]
        ///
        #[doc = about!(fp4)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::mma::tile::", stringify!($tile), ";")]
        /// let (a, b, c) = ([[0x2; 64]; 16], [[0x2; 8]; 64], [[0.0; 8]; 16]);
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &c, &[[", fp4!(@one $element), "; ", $scales, "]; 16], &[[", fp4!(@one $element), "; ", $scales, "]; 8]);")]
        /// assert_eq!(d, [[64.0; 8]; 16]);
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const M: usize, const N: usize>(
            a: &[[u8; 64]; M],
            b: &[[u8; N]; 64],
            c: &[[f32; N]; M],
            scales_a: &[[u8; $scales]; M],
            scales_b: &[[u8; $scales]; N],
        ) -> [[f32; N]; M] {
            fp4::tile(&u8_words(a), &u8_words(b), c, ScaleType::$element, scales_a, scales_b)
        }

        #[doc = concat!("Computes D = A · B + C like [`", stringify!($sparse), "`](crate::", stringify!($sparse), ") and the same kind of `tcgen05.mma.sp`, with ", $scales, " scales for each row of A and for each column of B. `metadata` holds the metadata digits of each row of A. An element is the low four bits of a byte.")]
        ///
        #[doc = about!(fp4)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::mma::tile::", stringify!($sparse_tile), ";")]
        /// let (a, b, c) = ([[0x2; 64]; 16], [[0x2; 8]; 128], [[0.0; 8]; 16]);
        #[doc = concat!("let d = ", stringify!($sparse_tile), "(&a, &[[0x4; 16]; 16], &b, &c, &[[", fp4!(@one $element), "; ", $scales, "]; 16], &[[", fp4!(@one $element), "; ", $scales, "]; 8]);")]
        /// assert_eq!(d, [[64.0; 8]; 16]);
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $sparse_tile<const M: usize, const N: usize>(
            a: &[[u8; 64]; M],
            metadata: &[[u8; 16]; M],
            b: &[[u8; N]; 128],
            c: &[[f32; N]; M],
            scales_a: &[[u8; $scales]; M],
            scales_b: &[[u8; $scales]; N],
        ) -> [[f32; N]; M] {
            let (a, b) = (u8_words(a), u8_words(b));
            fp4::sparse_tile(&a, metadata, &b, c, ScaleType::$element, scales_a, scales_b)
        }
    )* };
    (@one Ue8m0) => { "0x7f" };
    (@one Ue4m3) => { "0x38" };
}
fp4_forms!(fp4);

macro_rules! sparse_wgmmas {
    ($($d:ident $a:ident $k:tt $stored:tt $chunks:literal $tile:ident;)*) => { $(
        sparse_wgmmas! { @one $d $a $k $stored $chunks $tile }
    )* };
    (@one $d:ident Fp8 $k:tt $stored:tt $chunks:literal $tile:ident) => {
        #[doc = concat!("Computes D = A · B + C like `wgmma.mma_async.sp.m64nNk", $k, ".", stringify!($d), "` of 8-bit floats, on sm_90. `metadata` holds the metadata digits of each row of A.")]
        ///
        #[doc = about!(sparse_wgmma)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::mma::{Fp8::E4m3, tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[0x38; ", $stored, "]; 64], [[0x38; 16]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &[[0x4; ", $chunks, "]; 64], &b, &[[", zero!($d), "; 16]; 64], E4m3, E4m3);")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $stored), "; 16]; 64]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const N: usize>(
            a: &[[u8; $stored]; 64],
            metadata: &[[u8; $chunks]; 64],
            b: &[[u8; N]; $k],
            c: &[[element!($d); N]; 64],
            atype: Fp8,
            btype: Fp8,
        ) -> [[element!($d); N]; 64] {
            let (atype, btype) = (atype.element_type(), btype.element_type());
            let method = Method::of_unit(ty!($d), atype, btype, Unit::WgmmaFp8, Sm(90));
            let (a, b, c) = (u8_words(a), u8_words(b), load!($d, c));
            store!($d, float::sparse_tile(&method, Chunk::Four, &a, metadata, &b, c, None))
        }
    };
    (@one $d:ident $a:ident $k:tt $stored:tt $chunks:literal $tile:ident) => {
        #[doc = concat!("Computes D = A · B + C like `wgmma.mma_async.sp.m64nNk", $k, ".", stringify!($d), ".", stringify!($a), ".", stringify!($a), "`, on sm_90. `metadata` holds the metadata digits of each row of A.")]
        ///
        #[doc = about!(sparse_wgmma)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::mma::tile::", stringify!($tile), ";")]
        #[doc = concat!("let (a, b) = ([[", one!($a), "; ", $stored, "]; 64], [[", one!($a), "; 16]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &[[0x4; ", $chunks, "]; 64], &b, &[[", zero!($d), "; 16]; 64]);")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $stored), "; 16]; 64]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const N: usize>(
            a: &[[element!($a); $stored]; 64],
            metadata: &[[u8; $chunks]; 64],
            b: &[[element!($a); N]; $k],
            c: &[[element!($d); N]; 64],
        ) -> [[element!($d); N]; 64] {
            const CHUNK: Chunk = Chunk::of(ty!($a).bits());
            let method = Method::new(ty!($d), ty!($a), ty!($a), Sm(90));
            let (a, b) = (words!($a, a), words!($a, b));
            store!($d, float::sparse_tile(&method, CHUNK, &a, metadata, &b, load!($d, c), None))
        }
    };
}
wgmma_sparse_forms!(sparse_wgmmas);

macro_rules! tcgen05 {
    ($($kind:ident $d:ident $a:ident $k:tt $tile:ident $sparse:ident;)*) => { $(
        tcgen05! { @one $d $a $k $tile $sparse }
    )* };
    (@one $d:ident F8f6f4 $k:tt $tile:ident $sparse:ident) => {
        #[doc = concat!("Computes D = A · B + C like `tcgen05.mma` with `.kind::f8f6f4`, K = ", $k, " and ", stringify!($d), " results.")]
        ///
        #[doc = about!(tcgen05)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::{F8f6f4::E4m3, tile::", stringify!($tile), "}};")]
        #[doc = concat!("let (a, b) = ([[0x38; ", $k, "]; 64], [[0x38; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[", zero!($d), "; 8]; 64], E4m3, E4m3, Sm(100));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 8]; 64]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const M: usize, const N: usize>(
            a: &[[u8; $k]; M],
            b: &[[u8; N]; $k],
            c: &[[element!($d); N]; M],
            atype: F8f6f4,
            btype: F8f6f4,
            sm: Sm,
        ) -> [[element!($d); N]; M] {
            let (atype, btype) = (atype.element_type(), btype.element_type());
            let method = Method::of_unit(ty!($d), atype, btype, Unit::BlockFp8, sm.at_least(100));
            store!($d, float::tile(&method, &u8_words(a), &u8_words(b), load!($d, c)))
        }

        #[doc = concat!("Computes D = A · B + C like `tcgen05.mma.sp` with `.kind::f8f6f4`, K = 2 · ", $k, " and ", stringify!($d), " results. `metadata` holds the metadata digits of each row of A.")]
        ///
        #[doc = about!(sparse_model)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::{F8f6f4::E4m3, tile::", stringify!($sparse), "}};")]
        #[doc = concat!("let (a, b) = ([[0x38; ", $k, "]; 64], [[0x38; 8]; 2 * ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($sparse), "(&a, &[[0x4; 16]; 64], &b, &[[", zero!($d), "; 8]; 64], E4m3, E4m3, Sm(100));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 8]; 64]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $sparse<const M: usize, const N: usize>(
            a: &[[u8; $k]; M],
            metadata: &[[u8; 16]; M],
            b: &[[u8; N]; 2 * $k],
            c: &[[element!($d); N]; M],
            atype: F8f6f4,
            btype: F8f6f4,
            sm: Sm,
        ) -> [[element!($d); N]; M] {
            let (atype, btype) = (atype.element_type(), btype.element_type());
            let method = Method::of_unit(ty!($d), atype, btype, Unit::BlockFp8, sm.at_least(100));
            let (a, b, c) = (u8_words(a), u8_words(b), load!($d, c));
            store!($d, float::sparse_tile(&method, Chunk::Four, &a, metadata, &b, c, None))
        }
    };
    (@one $d:ident $a:ident $k:tt $tile:ident $sparse:ident) => {
        #[doc = concat!("Computes D = A · B + C like `tcgen05.mma` with ", stringify!($a), " operands, K = ", $k, " and ", stringify!($d), " results.")]
        ///
        #[doc = about!(tcgen05)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[", one!($a), "; ", $k, "]; 64], [[", one!($a), "; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[", zero!($d), "; 8]; 64], Sm(100));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 8]; 64]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const M: usize, const N: usize>(
            a: &[[element!($a); $k]; M],
            b: &[[element!($a); N]; $k],
            c: &[[element!($d); N]; M],
            sm: Sm,
        ) -> [[element!($d); N]; M] {
            let method = Method::new(ty!($d), ty!($a), ty!($a), sm.at_least(100));
            store!($d, float::tile(&method, &words!($a, a), &words!($a, b), load!($d, c)))
        }

        #[doc = concat!("Computes D = A · B + C like `tcgen05.mma.sp` with ", stringify!($a), " operands, K = 2 · ", $k, " and ", stringify!($d), " results. `metadata` holds the metadata digits of each row of A.")]
        ///
        #[doc = about!(sparse_model)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::tile::", stringify!($sparse), "};")]
        #[doc = concat!("let (a, b) = ([[", one!($a), "; ", $k, "]; 64], [[", one!($a), "; 8]; 2 * ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($sparse), "(&a, &[[0x4; 8]; 64], &b, &[[", zero!($d), "; 8]; 64], Sm(100));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 8]; 64]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $sparse<const M: usize, const N: usize>(
            a: &[[element!($a); $k]; M],
            metadata: &[[u8; 8]; M],
            b: &[[element!($a); N]; 2 * $k],
            c: &[[element!($d); N]; M],
            sm: Sm,
        ) -> [[element!($d); N]; M] {
            const CHUNK: Chunk = Chunk::of(ty!($a).bits());
            let method = Method::new(ty!($d), ty!($a), ty!($a), sm.at_least(100));
            let (a, b) = (words!($a, a), words!($a, b));
            store!($d, float::sparse_tile(&method, CHUNK, &a, metadata, &b, load!($d, c), None))
        }
    };
}
tcgen05_forms!(tcgen05);
