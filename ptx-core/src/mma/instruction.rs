//! `mma` on the registers of a warp: one function for each form that is dense and not block-scaled.

use super::convert::{half_values_of_words, halves, integers};
use super::float::{self, Method};
use super::integer::{self, bit_tile, double_tile};
use super::layout::{Pattern, quad_pattern};
use super::rust::{about, ones, register, sums, ty, zero};
use super::table::{bit_forms, byte_forms, double_forms, float_forms, integer_forms, quad_forms};
use super::types::{BitOperation, F8f6f4, Fp8, Layout, Type};
use super::warp::{Spread, gather, pack, scatter, unpack};
use crate::mode::{Limit, Rounding, Sm};

/// Reads an accumulator from the registers of a warp and converts it to f32.
macro_rules! read {
    (f16, $registers:expr, $spread:expr) => {
        half_values_of_words(&unpack($registers, $spread, Type::F16))
    };
    (f32, $registers:expr, $spread:expr) => {
        gather($registers, $spread, 0.0)
    };
}

/// Writes an f32 result to the registers of a warp, as f16 or f32.
macro_rules! write {
    (f16, $matrix:expr, $spread:expr, $registers:expr) => {
        pack(&halves(&$matrix), $spread, $registers)
    };
    (f32, $matrix:expr, $spread:expr, $registers:expr) => {
        scatter(&$matrix, $spread, $registers)
    };
}

macro_rules! nothing {
    (f16) => {
        0
    };
    (f32) => {
        0.0
    };
}

macro_rules! floats {
    ($($d:ident $a:ident [$m:tt, $n:tt, $k:tt] $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sync.aligned.m", $m, "n", $n, "k", $k, ".row.col.", stringify!($d), ".", stringify!($a), ".", stringify!($a), ".", stringify!($d), "`: D = A · B + C.")]
        ///
        #[doc = concat!("The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps elements to registers. For a target before sm_", $since, ", the function returns the results of sm_", $since, ".")]
        #[doc = about!($a)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, ", stringify!($name), "};")]
        #[doc = concat!("let (a, b) = ([[", ones!($a), "; ", $ra, "]; 32], [[", ones!($a), "; ", $rb, "]; 32]);")]
        #[doc = concat!("let d = ", stringify!($name), "(&a, &b, &[[", zero!($d), "; ", $rc, "]; 32], Sm(", $since, "));")]
        #[doc = concat!("assert_eq!(d, [[", sums!($d $k), "; ", $rd, "]; 32]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: &[[u32; $ra]; 32],
            b: &[[u32; $rb]; 32],
            c: &[[register!($d); $rc]; 32],
            sm: Sm,
        ) -> [[register!($d); $rd]; 32] {
            const LOG: u32 = ty!($a).per_register_log();
            let method = Method::new(ty!($d), ty!($a), ty!($a), sm.at_least($since));
            let a: [[u32; $k]; $m] = unpack(a, Spread::a($m, LOG), ty!($a));
            let b: [[u32; $n]; $k] = unpack(b, Spread::b(LOG), ty!($a));
            let c = read!($d, c, Spread::accumulator());
            let mut d = [[nothing!($d); $rd]; 32];
            write!($d, float::tile(&method, &a, &b, &c), Spread::accumulator(), &mut d);
            d
        }
    )* };
}
float_forms!(floats);

pub(super) use {nothing, read, write};

macro_rules! quads {
    ($($d:ident $c:ident [$m:tt, $n:tt, $k:tt] $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sync.aligned.m8n8k4.{row,col}.{row,col}.", stringify!($d), ".f16.f16.", stringify!($c), "`: D = A · B + C for four independent sets of matrices.")]
        ///
        /// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps
        /// elements to registers. For a target before sm_70, the function returns the results of sm_70.
        #[doc = about!(quad)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::Layout::{Col, Row}, ", stringify!($name), "};")]
        #[doc = concat!("let (ab, c) = ([[0x3c00_3c00; 2]; 32], [[", zero!($c), "; ", $rc, "]; 32]);")]
        #[doc = concat!("let d = ", stringify!($name), "(&ab, &ab, &c, Row, Col, Sm(70));")]
        #[doc = concat!("assert_eq!(d, [[", sums!($d 4), "; ", $rd, "]; 32]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: &[[u32; $ra]; 32],
            b: &[[u32; $rb]; 32],
            c: &[[register!($c); $rc]; 32],
            alayout: Layout,
            blayout: Layout,
            sm: Sm,
        ) -> [[register!($d); $rd]; 32] {
            let method = Method::quad(ty!($d), ty!($c), sm);
            let mut d = [[nothing!($d); $rd]; 32];
            let mut product = 0;
            while product < 4 {
                let spread_a = Spread::new(quad_pattern(matches!(alayout, Layout::Row)), product);
                let spread_b = Spread::new(quad_pattern(matches!(blayout, Layout::Col)), product);
                let a: [[u32; $k]; $m] = unpack(a, spread_a, Type::F16);
                let b: [[u32; $n]; $k] = unpack(b, spread_b.exchanged(), Type::F16);
                let c = read!($c, c, Spread::new(quads!(@pattern $c), product));
                let spread_d = Spread::new(quads!(@pattern $d), product);
                write!($d, float::tile(&method, &a, &b, &c), spread_d, &mut d);
                product += 1;
            }
            d
        }
    )* };
    (@pattern f16) => { Pattern::QuadRow };
    (@pattern f32) => { Pattern::QuadAccumulator };
}
quad_forms!(quads);

macro_rules! bytes {
    ($($d:ident $a:ident [$m:tt, $n:tt, $k:tt] $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sync.aligned.m", $m, "n", $n, "k", $k, ".row.col", bytes!(@kind $a), ".", stringify!($d), ".atype.btype.", stringify!($d), "`: D = A · B + C.")]
        ///
        #[doc = concat!("The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps elements to registers. For a target before sm_", $since, ", the function returns the results of sm_", $since, ".")]
        #[doc = about!($a)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::", stringify!($a), "::E4m3, ", stringify!($name), "};")]
        #[doc = concat!("let (a, b) = ([[0x3838_3838; ", $ra, "]; 32], [[0x3838_3838; ", $rb, "]; 32]);")]
        #[doc = concat!("let d = ", stringify!($name), "(&a, &b, &[[", zero!($d), "; ", $rc, "]; 32], E4m3, E4m3, Sm(", $since, "));")]
        #[doc = concat!("assert_eq!(d, [[", sums!($d $k), "; ", $rd, "]; 32]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: &[[u32; $ra]; 32],
            b: &[[u32; $rb]; 32],
            c: &[[register!($d); $rc]; 32],
            atype: $a,
            btype: $a,
            sm: Sm,
        ) -> [[register!($d); $rd]; 32] {
            let (atype, btype) = (atype.element_type(), btype.element_type());
            let method = Method::new(ty!($d), atype, btype, sm.at_least($since));
            let a: [[u32; $k]; $m] = unpack(a, Spread::a($m, 2), Type::E4m3);
            let b: [[u32; $n]; $k] = unpack(b, Spread::b(2), Type::E4m3);
            let c = read!($d, c, Spread::accumulator());
            let mut d = [[nothing!($d); $rd]; 32];
            write!($d, float::tile(&method, &a, &b, &c), Spread::accumulator(), &mut d);
            d
        }
    )* };
    (@kind Fp8) => { "" };
    (@kind F8f6f4) => { ".kind::f8f6f4" };
}
byte_forms!(bytes);

macro_rules! doubles {
    ($([$m:tt, $n:tt, $k:tt] $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sync.aligned.m", $m, "n", $n, "k", $k, ".row.col.f64.f64.f64.f64{.rn,.rz,.rm,.rp}`: D = A · B + C.")]
        ///
        /// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps
        /// elements to registers.
        #[doc = about!(f64)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::Rn, ", stringify!($name), "};")]
        #[doc = concat!("let (a, b) = ([[1.0; ", $ra, "]; 32], [[1.0; ", $rb, "]; 32]);")]
        #[doc = concat!("let d = ", stringify!($name), "(&a, &b, &[[0.0; ", $rc, "]; 32], Rn);")]
        #[doc = concat!("assert_eq!(d, [[", $k, ".0; ", $rd, "]; 32]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: &[[f64; $ra]; 32],
            b: &[[f64; $rb]; 32],
            c: &[[f64; $rc]; 32],
            rounding: Rounding,
        ) -> [[f64; $rd]; 32] {
            let a: [[f64; $k]; $m] = gather(a, Spread::a($m, 0), 0.0);
            let b: [[f64; $n]; $k] = gather(b, Spread::b(0), 0.0);
            let c = gather(c, Spread::accumulator(), 0.0);
            let mut d = [[0.0; $rd]; 32];
            scatter(&double_tile(&a, &b, &c, rounding), Spread::accumulator(), &mut d);
            d
        }
    )* };
}
double_forms!(doubles);

macro_rules! integer_instructions {
    ($($a:ident $b:ident [$m:tt, $n:tt, $k:tt] $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sync.aligned.m", $m, "n", $n, "k", $k, ".row.col{.satfinite}.s32.", stringify!($a), ".", stringify!($b), ".s32`: D = A · B + C.")]
        ///
        /// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps
        /// elements to registers.
        #[doc = about!(integer)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::Satfinite, ", stringify!($name), "};")]
        #[doc = concat!("let (a, b) = ([[", ones!($a), "; ", $ra, "]; 32], [[", ones!($b), "; ", $rb, "]; 32]);")]
        #[doc = concat!("let d = ", stringify!($name), "(&a, &b, &[[-1; ", $rc, "]; 32], Satfinite);")]
        #[doc = concat!("assert_eq!(d, [[", $k, " - 1; ", $rd, "]; 32]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: &[[u32; $ra]; 32],
            b: &[[u32; $rb]; 32],
            c: &[[i32; $rc]; 32],
            limit: Limit,
        ) -> [[i32; $rd]; 32] {
            const LOG: u32 = ty!($a).per_register_log();
            let a: [[u32; $k]; $m] = unpack(a, Spread::a($m, LOG), ty!($a));
            let b: [[u32; $n]; $k] = unpack(b, Spread::b(LOG), ty!($a));
            let (a, b) = (integers(ty!($a), &a), integers(ty!($b), &b));
            let c = gather(c, Spread::accumulator(), 0);
            let mut d = [[0; $rd]; 32];
            scatter(&integer::tile(&a, &b, &c, limit), Spread::accumulator(), &mut d);
            d
        }
    )* };
}
integer_forms!(integer_instructions);

macro_rules! bits {
    ($($operation:ident [$m:tt, $n:tt, $k:tt] $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sync.aligned.m", $m, "n", $n, "k", $k, ".row.col.s32.b1.b1.s32.", stringify!($operation), ".popc`: D = A · B + C.")]
        ///
        /// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps
        /// elements to registers.
        #[doc = about!(bits)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($name), ";")]
        #[doc = concat!("let (a, b) = ([[1; ", $ra, "]; 32], [[u32::MAX; ", $rb, "]; 32]);")]
        #[doc = concat!("let d = ", stringify!($name), "(&a, &b, &[[0; ", $rc, "]; 32]);")]
        #[doc = concat!("assert_eq!(d, [[", $k, " / 32 * ", bits!(@counted $operation), "; ", $rd, "]; 32]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: &[[u32; $ra]; 32],
            b: &[[u32; $rb]; 32],
            c: &[[i32; $rc]; 32],
        ) -> [[i32; $rd]; 32] {
            // A register holds 32 consecutive bits of a row of A or of a column of B.
            let a: [[u32; $k / 32]; $m] = gather(a, Spread::a($m, 0), 0);
            let b: [[u32; $n]; $k / 32] = gather(b, Spread::b(0), 0);
            let c = gather(c, Spread::accumulator(), 0);
            let mut d = [[0; $rd]; 32];
            scatter(&bit_tile(&a, &b, &c, ty!($operation)), Spread::accumulator(), &mut d);
            d
        }
    )* };
    (@counted xor) => { 31 };
    (@counted and) => { 1 };
}
bit_forms!(bits);
