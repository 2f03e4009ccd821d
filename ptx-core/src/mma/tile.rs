//! D = A · B + C on row-major matrices: one function for each form.
//!
//! A function has the name of its form, without layouts. The name omits the type of B if A has the same type, and the
//! type of C if D has the same type. A function without M and N in its name supports any numbers of rows and columns.
//! No function is named after `wmma.mma` with `.f64`, four bits or single bits; use [`m8n8k4_f64`], [`m8n8k32_s32_s4`],
//! [`m8n8k32_s32_u4`], [`m8n8k128_s32_b1_xor_popc`] and [`m8n8k128_s32_b1_and_popc`]. A target before the first target
//! of the form gives the results of the first target.
//!
//! | type | element |
//! |---|---|
//! | f16, bf16, tf32 | the bits, in a `u16` or `u32` |
//! | floats of 8 bits or fewer | the bits, in a `u8` |
//! | 4-bit integers | the low bits of a byte |
//! | single bits | a `u32` with 32 bits of a row of A or of a column of B, k = 0 in the lowest bit |
//!
//! [`mma`](super) lists the grades.

pub use super::tile_any::*;
pub use super::tile_more::*;

use super::convert::{
    half_values, halves, i8_integers, u8_integers, u8_words, u16_words, u32_words,
};
use super::float::{self, Method};
use super::integer::{self, bit_tile, double_tile};
use super::parameters::Unit;
use super::rust::{about, element, integers, load, one, store, sum, ty, words, zero};
use super::table::{
    bit_forms, byte_forms, double_forms, float_forms, integer_forms, quad_forms, wgmma_forms,
};
use super::types::{BitOperation, F8f6f4, Fp8, Type};
use crate::mode::{Limit, Rounding, Sm};

macro_rules! floats {
    ($($d:ident $a:ident [$m:literal, $n:literal, $k:tt] $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), "), from sm_", $since, " on.")]
        ///
        #[doc = about!($a)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[", one!($a), "; ", $k, "]; ", $m, "], [[", one!($a), "; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[", zero!($d), "; 8]; ", $m, "], Sm(", $since, "));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 8]; ", $m, "]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[element!($a); $k]; $m],
            b: &[[element!($a); $n]; $k],
            c: &[[element!($d); $n]; $m],
            sm: Sm,
        ) -> [[element!($d); $n]; $m] {
            let method = Method::new(ty!($d), ty!($a), ty!($a), sm.at_least($since));
            store!($d, float::tile(&method, &words!($a, a), &words!($a, b), load!($d, c)))
        }
    )* };
}
float_forms!(floats);

macro_rules! quads {
    ($($d:ident $c:ident [$m:literal, $n:literal, $k:tt] $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes one of the four products D = A · B + C of [`", stringify!($name), "`](crate::", stringify!($name), ").")]
        ///
        #[doc = about!(quad)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let d = ", stringify!($tile), "(&[[0x3c00; 4]; 8], &[[0x3c00; 8]; 4], &[[", zero!($c), "; 8]; 8], Sm(70));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d 4), "; 8]; 8]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[u16; $k]; $m],
            b: &[[u16; $n]; $k],
            c: &[[element!($c); $n]; $m],
            sm: Sm,
        ) -> [[element!($d); $n]; $m] {
            let method = Method::quad(ty!($d), ty!($c), sm);
            store!($d, float::tile(&method, &u16_words(a), &u16_words(b), load!($c, c)))
        }
    )* };
}
quad_forms!(quads);

macro_rules! bytes {
    ($($d:ident $a:ident [$m:literal, $n:literal, $k:tt] $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), "), from sm_", $since, " on.")]
        ///
        #[doc = about!($a)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::Sm;\nuse ptx_core::mma::{", stringify!($a), "::E4m3, tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[0x38; ", $k, "]; ", $m, "], [[0x38; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[", zero!($d), "; 8]; ", $m, "], E4m3, E4m3, Sm(", $since, "));")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 8]; ", $m, "]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[u8; $k]; $m],
            b: &[[u8; $n]; $k],
            c: &[[element!($d); $n]; $m],
            atype: $a,
            btype: $a,
            sm: Sm,
        ) -> [[element!($d); $n]; $m] {
            let (atype, btype) = (atype.element_type(), btype.element_type());
            let method = Method::new(ty!($d), atype, btype, sm.at_least($since));
            store!($d, float::tile(&method, &u8_words(a), &u8_words(b), load!($d, c)))
        }
    )* };
}
byte_forms!(bytes);

macro_rules! doubles {
    ($([$m:literal, $n:literal, $k:tt] $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), ").")]
        ///
        #[doc = about!(f64)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::Rn, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[1.0; ", $k, "]; ", $m, "], [[1.0; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[0.0; 8]; ", $m, "], Rn);")]
        #[doc = concat!("assert_eq!(d, [[", $k, ".0; 8]; ", $m, "]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[f64; $k]; $m],
            b: &[[f64; $n]; $k],
            c: &[[f64; $n]; $m],
            rounding: Rounding,
        ) -> [[f64; $n]; $m] {
            double_tile(a, b, c, rounding)
        }
    )* };
}
double_forms!(doubles);

macro_rules! integer_tiles {
    ($($a:ident $b:ident [$m:literal, $n:literal, $k:tt] $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), ").")]
        ///
        #[doc = about!(integer)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::Satfinite, mma::tile::", stringify!($tile), "};")]
        #[doc = concat!("let (a, b) = ([[1; ", $k, "]; ", $m, "], [[1; 8]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[-1; 8]; ", $m, "], Satfinite);")]
        #[doc = concat!("assert_eq!(d, [[", $k, " - 1; 8]; ", $m, "]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[element!($a); $k]; $m],
            b: &[[element!($b); $n]; $k],
            c: &[[i32; $n]; $m],
            limit: Limit,
        ) -> [[i32; $n]; $m] {
            integer::tile(&integers!($a, a), &integers!($b, b), c, limit)
        }
    )* };
}
integer_forms!(integer_tiles);

macro_rules! bits {
    ($($operation:ident [$m:literal, $n:literal, $k:tt] $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("Computes D = A · B + C like [`", stringify!($name), "`](crate::", stringify!($name), ").")]
        ///
        #[doc = about!(bits)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::mma::tile::", stringify!($tile), ";")]
        #[doc = concat!("let (a, b) = ([[1; ", $k, " / 32]; ", $m, "], [[u32::MAX; 8]; ", $k, " / 32]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[0; 8]; ", $m, "]);")]
        #[doc = concat!("assert_eq!(d, [[", $k, " / 32 * ", bits!(@counted $operation), "; 8]; ", $m, "]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile(
            a: &[[u32; $k / 32]; $m],
            b: &[[u32; $n]; $k / 32],
            c: &[[i32; $n]; $m],
        ) -> [[i32; $n]; $m] {
            bit_tile(a, b, c, ty!($operation))
        }
    )* };
    (@counted xor) => { 31 };
    (@counted and) => { 1 };
}
bit_forms!(bits);

macro_rules! wgmmas {
    ($($d:ident $a:ident $k:tt $tile:ident;)*) => { $( wgmmas! { @one $d $a $k $tile } )* };
    (@one $d:ident Fp8 $k:tt $tile:ident) => {
        #[doc = concat!("Computes D = A · B + C like `wgmma.mma_async.m64nNk", $k, ".", stringify!($d), "` of 8-bit floats, on sm_90.")]
        ///
        #[doc = about!(wgmma)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::mma::{Fp8::E4m3, tile::", stringify!($tile), "};")]
        #[doc = concat!("let d = ", stringify!($tile), "(&[[0x38; ", $k, "]; 64], &[[0x38; 24]; ", $k, "], &[[", zero!($d), "; 24]; 64], E4m3, E4m3);")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 24]; 64]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const N: usize>(
            a: &[[u8; $k]; 64],
            b: &[[u8; N]; $k],
            c: &[[element!($d); N]; 64],
            atype: Fp8,
            btype: Fp8,
        ) -> [[element!($d); N]; 64] {
            let (atype, btype) = (atype.element_type(), btype.element_type());
            let method = Method::of_unit(ty!($d), atype, btype, Unit::WgmmaFp8, Sm(90));
            store!($d, float::tile(&method, &u8_words(a), &u8_words(b), load!($d, c)))
        }
    };
    (@one $d:ident $a:ident $k:tt $tile:ident) => {
        #[doc = concat!("Computes D = A · B + C like `wgmma.mma_async.m64nNk", $k, ".", stringify!($d), ".", stringify!($a), ".", stringify!($a), "`, on sm_90.")]
        ///
        #[doc = about!(wgmma)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::mma::tile::", stringify!($tile), ";")]
        #[doc = concat!("let (a, b) = ([[", one!($a), "; ", $k, "]; 64], [[", one!($a), "; 24]; ", $k, "]);")]
        #[doc = concat!("let d = ", stringify!($tile), "(&a, &b, &[[", zero!($d), "; 24]; 64]);")]
        #[doc = concat!("assert_eq!(d, [[", sum!($d $k), "; 24]; 64]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $tile<const N: usize>(
            a: &[[element!($a); $k]; 64],
            b: &[[element!($a); N]; $k],
            c: &[[element!($d); N]; 64],
        ) -> [[element!($d); N]; 64] {
            let method = Method::new(ty!($d), ty!($a), ty!($a), Sm(90));
            store!($d, float::tile(&method, &words!($a, a), &words!($a, b), load!($d, c)))
        }
    };
}
wgmma_forms!(wgmmas);
