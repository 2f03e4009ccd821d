//! `mma.sp`, and `mma` with block scales, on the registers of a warp: one function for each form.

use super::convert::{half_values_of_words, halves, integers};
use super::float::{self, Method};
use super::fp4;
use super::instruction::{nothing, read, write};
use super::integer;
use super::parameters::Unit;
use super::rust::{about, register, ty, zero};
use super::scale::{powers, scales};
use super::sparse::{Chunk, digits};
use super::table::{fp4_forms, sparse_byte_forms, sparse_forms, sparse_integer_forms};
use super::types::{F8f6f4, Fp8, Operand, ScaleType, Type};
use super::warp::{Spread, gather, pack, scatter, unpack, unpack_bits};
use crate::mode::{Limit, Sm};

macro_rules! floats {
    ($($d:ident $a:ident [$m:tt, $n:tt, $k:tt] $stored:literal $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sp::ordered_metadata.sync.aligned.m", $m, "n", $n, "k", $k, ".row.col.", stringify!($d), ".", stringify!($a), ".", stringify!($a), ".", stringify!($d), "`, and `mma.sp`: D = A · B + C with a sparse A.")]
        ///
        #[doc = concat!("The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps elements to registers, and [`mma::metadata_place`](crate::mma::metadata_place) maps metadata digits. Bits of `selector` that the form does not use are ignored. For a target before sm_", $since, ", the function returns the results of sm_", $since, ".")]
        #[doc = about!(sparse)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, ", stringify!($name), "};")]
        #[doc = concat!("let (a, b) = ([[0; ", $ra, "]; 32], [[0; ", $rb, "]; 32]);")]
        #[doc = concat!("let c = [[", zero!($d), "; ", $rc, "]; 32];")]
        #[doc = concat!("let d = ", stringify!($name), "(&a, &b, &c, &[0x4444_4444; 32], 0, Sm(", $since, "));")]
        /// assert_eq!(d, c);
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: &[[u32; $ra]; 32],
            b: &[[u32; $rb]; 32],
            c: &[[register!($d); $rc]; 32],
            e: &[u32; 32],
            selector: u32,
            sm: Sm,
        ) -> [[register!($d); $rd]; 32] {
            const BITS: u32 = ty!($a).bits();
            const LOG: u32 = ty!($a).per_register_log();
            const CHUNK: Chunk = Chunk::of(BITS);
            let method = Method::new(ty!($d), ty!($a), ty!($a), sm.at_least($since));
            let a: [[u32; $stored]; $m] = unpack(a, Spread::a($m, LOG), ty!($a));
            let b: [[u32; $n]; $k] = unpack(b, Spread::b(LOG), ty!($a));
            let c = read!($d, c, Spread::accumulator());
            let e: [[u8; $k / CHUNK.columns()]; $m] = digits(e, BITS, selector);
            let product = float::sparse_tile(&method, CHUNK, &a, &e, &b, &c, None);
            let mut d = [[nothing!($d); $rd]; 32];
            write!($d, product, Spread::accumulator(), &mut d);
            d
        }
    )* };
}
sparse_forms!(floats);

/// Returns the first target of a sparse form, given the first target `since` in `table.rs`. In `.kind::f8f6f4`, forms
/// with a float shorter than 8 bits start only with sm_120.
#[inline(always)]
pub(super) const fn first(a: Type, b: Type, since: u16) -> u16 {
    let is_fp8 = matches!(a, Type::E4m3 | Type::E5m2) && matches!(b, Type::E4m3 | Type::E5m2);
    if is_fp8 { since } else { 120 }
}

macro_rules! bytes {
    ($($d:ident $a:ident [$m:tt, $n:tt, $k:tt] $stored:literal $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sp::ordered_metadata.sync.aligned.m", $m, "n", $n, "k", $k, ".row.col", bytes!(@kind $a), ".", stringify!($d), ".atype.btype.", stringify!($d), "`: D = A · B + C with a sparse A.")]
        ///
        #[doc = concat!("The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps elements to registers, and [`mma::metadata_place`](crate::mma::metadata_place) maps metadata digits. PTX has only `selector` 0; other values act as 0. For a target before sm_", $since, ", the function returns the results of sm_", $since, ".")]
        #[doc = about!(sparse)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, mma::", stringify!($a), "::E4m3, ", stringify!($name), "};")]
        #[doc = concat!("let (a, b) = ([[0x3838_3838; ", $ra, "]; 32], [[0x3838_3838; ", $rb, "]; 32]);")]
        #[doc = concat!("let c = [[", zero!($d), "; ", $rc, "]; 32];")]
        #[doc = concat!("let d = ", stringify!($name), "(&a, &b, &c, &[0x4444_4444; 32], 0, E4m3, E4m3, Sm(", $since, "));")]
        #[doc = concat!("assert_eq!(d, [[", bytes!(@sum $d), "; ", $rd, "]; 32]);")]
        /// ```
        #[inline(always)]
        #[must_use]
        #[expect(clippy::too_many_arguments, reason = "the operands of the instruction")]
        pub const fn $name(
            a: &[[u32; $ra]; 32],
            b: &[[u32; $rb]; 32],
            c: &[[register!($d); $rc]; 32],
            e: &[u32; 32],
            selector: u32,
            atype: $a,
            btype: $a,
            sm: Sm,
        ) -> [[register!($d); $rd]; 32] {
            let (atype, btype) = (atype.element_type(), btype.element_type());
            let since = first(atype, btype, $since);
            let method = Method::new(ty!($d), atype, btype, sm.at_least(since));
            let a: [[u32; $stored]; $m] = unpack(a, Spread::a($m, 2), Type::E4m3);
            let b: [[u32; $n]; $k] = unpack(b, Spread::b(2), Type::E4m3);
            let c = read!($d, c, Spread::accumulator());
            let e: [[u8; $k / 4]; $m] = digits(e, 8, selector);
            let product = float::sparse_tile(&method, Chunk::Four, &a, &e, &b, &c, None);
            let mut d = [[nothing!($d); $rd]; 32];
            write!($d, product, Spread::accumulator(), &mut d);
            d
        }
    )* };
    (@kind Fp8) => { "" };
    (@kind F8f6f4) => { ".kind::f8f6f4" };
    (@sum f32) => { "32.0" };
    (@sum f16) => { "0x5000_5000" };
}
sparse_byte_forms!(bytes);

macro_rules! integer_instructions {
    ($($a:ident $b:ident [$m:tt, $n:tt, $k:tt] $stored:literal $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
        #[doc = concat!("`mma.sp::ordered_metadata.sync.aligned.m", $m, "n", $n, "k", $k, ".row.col{.satfinite}.s32.", stringify!($a), ".", stringify!($b), ".s32`, and `mma.sp`: D = A · B + C with a sparse A.")]
        ///
        /// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps
        /// elements to registers, and [`mma::metadata_place`](crate::mma::metadata_place) maps metadata digits. Bits of
        /// `selector` that the form does not use are ignored.
        #[doc = about!(sparse_integer)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Limit::Satfinite, ", stringify!($name), "};")]
        #[doc = concat!("let (a, b, c) = ([[0; ", $ra, "]; 32], [[0; ", $rb, "]; 32], [[-1; ", $rc, "]; 32]);")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(&a, &b, &c, &[0x4444_4444; 32], 0, Satfinite), c);")]
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $name(
            a: &[[u32; $ra]; 32],
            b: &[[u32; $rb]; 32],
            c: &[[i32; $rc]; 32],
            e: &[u32; 32],
            selector: u32,
            limit: Limit,
        ) -> [[i32; $rd]; 32] {
            const BITS: u32 = ty!($a).bits();
            const LOG: u32 = ty!($a).per_register_log();
            const CHUNK: Chunk = Chunk::of(BITS);
            let a: [[u32; $stored]; $m] = unpack(a, Spread::a($m, LOG), ty!($a));
            let b: [[u32; $n]; $k] = unpack(b, Spread::b(LOG), ty!($a));
            let (a, b) = (integers(ty!($a), &a), integers(ty!($b), &b));
            let c = gather(c, Spread::accumulator(), 0);
            let e: [[u8; $k / CHUNK.columns()]; $m] = digits(e, BITS, selector);
            let mut d = [[0; $rd]; 32];
            let product = integer::sparse_tile(CHUNK, &a, &e, &b, &c, limit);
            scatter(&product, Spread::accumulator(), &mut d);
            d
        }
    )* };
}
sparse_integer_forms!(integer_instructions);

/// `mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale{.scale_vec::1X}.f32.atype.btype.f32.ue8m0`: D = A · B
/// + C, with a scale for each row of A and for each column of B.
///
/// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps elements to
/// registers, and [`mma::scale_place`](crate::mma::scale_place) maps scales. `ida` and `idb` are PTX's `{byte-id,
/// thread-id}`; bits that the form does not use are ignored.
#[doc = about!(mxf8f6f4)]
///
/// ```
/// use ptx_core::{Sm, mma::F8f6f4::E4m3, mma_m16n8k32_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0};
/// let (a, b, c) = ([[0x3838_3838; 4]; 32], [[0x3838_3838; 2]; 32], [[0.0; 4]; 32]);
/// // The scales are 2 and 2^-2.
/// let (sa, sb) = ([128; 32], [125; 32]);
/// let d = mma_m16n8k32_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0(
///     &a, &b, &c, &sa, [0, 0], &sb, [0, 0], E4m3, E4m3, Sm(120),
/// );
/// assert_eq!(d, [[16.0; 4]; 32]);
/// ```
#[inline(always)]
#[must_use]
#[expect(clippy::too_many_arguments, reason = "the operands of the instruction")]
pub const fn mma_m16n8k32_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0(
    a: &[[u32; 4]; 32],
    b: &[[u32; 2]; 32],
    c: &[[f32; 4]; 32],
    sa: &[u32; 32],
    ida: [u16; 2],
    sb: &[u32; 32],
    idb: [u16; 2],
    atype: F8f6f4,
    btype: F8f6f4,
    sm: Sm,
) -> [[f32; 4]; 32] {
    let method = scaled(atype, btype, sm);
    let a: [[u32; 32]; 16] = unpack(a, Spread::a(16, 2), Type::E4m3);
    let b: [[u32; 8]; 32] = unpack(b, Spread::b(2), Type::E4m3);
    let c = gather(c, Spread::accumulator(), 0.0);
    let rows: [f64; 16] = powers(&scales(sa, Operand::A, ida));
    let columns: [f64; 8] = powers(&scales(sb, Operand::B, idb));
    let mut d = [[0.0; 4]; 32];
    let product = float::scaled_tile(&method, &a, &b, &c, &rows, &columns);
    scatter(&product, Spread::accumulator(), &mut d);
    d
}

/// `mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale{.scale_vec::1X}.f32.atype.btype.f32.ue8m0`:
/// D = A · B + C with a sparse A, with a scale for each row of A and for each column of B.
///
/// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps elements to
/// registers, [`mma::metadata_place`](crate::mma::metadata_place) maps metadata digits, and
/// [`mma::scale_place`](crate::mma::scale_place) maps scales. PTX has only `selector` 0; other values act as 0. `ida`
/// and `idb` are PTX's `{byte-id, thread-id}`; bits that the form does not use are ignored.
#[doc = about!(mxf8f6f4)]
///
/// ```
/// use ptx_core::{Sm, mma::F8f6f4::E4m3, mma_sp_m16n8k64_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0};
/// let (a, b, c) = ([[0x3838_3838; 4]; 32], [[0x3838_3838; 4]; 32], [[0.0; 4]; 32]);
/// let (e, sa, sb) = ([0x4444_4444; 32], [128; 32], [125; 32]);
/// let d = mma_sp_m16n8k64_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0(
///     &a, &b, &c, &e, 0, &sa, [0, 0], &sb, [0, 0], E4m3, E4m3, Sm(120),
/// );
/// assert_eq!(d, [[16.0; 4]; 32]);
/// ```
#[inline(always)]
#[must_use]
#[expect(clippy::too_many_arguments, reason = "the operands of the instruction")]
pub const fn mma_sp_m16n8k64_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0(
    a: &[[u32; 4]; 32],
    b: &[[u32; 4]; 32],
    c: &[[f32; 4]; 32],
    e: &[u32; 32],
    selector: u32,
    sa: &[u32; 32],
    ida: [u16; 2],
    sb: &[u32; 32],
    idb: [u16; 2],
    atype: F8f6f4,
    btype: F8f6f4,
    sm: Sm,
) -> [[f32; 4]; 32] {
    let method = scaled(atype, btype, sm);
    let a: [[u32; 32]; 16] = unpack(a, Spread::a(16, 2), Type::E4m3);
    let b: [[u32; 8]; 64] = unpack(b, Spread::b(2), Type::E4m3);
    let c = gather(c, Spread::accumulator(), 0.0);
    let e: [[u8; 16]; 16] = digits(e, 8, selector);
    let rows: [f64; 16] = powers(&scales(sa, Operand::A, ida));
    let columns: [f64; 8] = powers(&scales(sb, Operand::B, idb));
    let mut d = [[0.0; 4]; 32];
    let product = float::sparse_tile(&method, Chunk::Four, &a, &e, &b, &c, Some((&rows, &columns)));
    scatter(&product, Spread::accumulator(), &mut d);
    d
}

/// Returns the method by which the target `sm` computes `.kind::mxf8f6f4`.
#[inline(always)]
pub(super) const fn scaled(atype: F8f6f4, btype: F8f6f4, sm: Sm) -> Method {
    let (atype, btype) = (atype.element_type(), btype.element_type());
    Method::of_unit(Type::F32, atype, btype, Unit::BlockFp8, sm.at_least(100))
}

macro_rules! fp4 {
    ($($kind:ident $vector:ident $element:ident $scales:literal $tile:ident $name:ident $sparse_tile:ident $sparse:ident;)*) => { $(
        #[doc = concat!("`mma.sync.aligned.m16n8k64.row.col.kind::", fp4!(@kind $kind), ".block_scale.scale_vec::", $scales, "X.f32.e2m1.e2m1.f32.", fp4!(@scale $element), "`: D = A · B + C, with ", $scales, " scales for each row of A and for each column of B.")]
        ///
        /// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps
        /// elements to registers, and [`mma::scale_place`](crate::mma::scale_place) maps scales. `ida` and `idb` are
        /// PTX's `{byte-id, thread-id}`; bits that the form does not use are ignored. All targets give the results of
        /// sm_120.
        #[doc = about!(fp4)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, ", stringify!($name), "};")]
        /// // 64 products of 1 and 1, with scales of 1.
        /// let (a, b, c) = ([[0x2222_2222; 4]; 32], [[0x2222_2222; 2]; 32], [[0.0; 4]; 32]);
        #[doc = concat!("let (scales, id) = ([", fp4!(@one $element), "; 32], [0, 0]);")]
        #[doc = concat!("let d = ", stringify!($name), "(&a, &b, &c, &scales, id, &scales, id, Sm(120));")]
        /// assert_eq!(d, [[64.0; 4]; 32]);
        /// ```
        #[inline(always)]
        #[must_use]
        #[expect(clippy::too_many_arguments, reason = "the operands of the instruction")]
        pub const fn $name(
            a: &[[u32; 4]; 32],
            b: &[[u32; 2]; 32],
            c: &[[f32; 4]; 32],
            sa: &[u32; 32],
            ida: [u16; 2],
            sb: &[u32; 32],
            idb: [u16; 2],
            _sm: Sm,
        ) -> [[f32; 4]; 32] {
            let a: [[u32; 64]; 16] = unpack_bits(a, Spread::a(16, 3), 4);
            let b: [[u32; 8]; 64] = unpack_bits(b, Spread::b(3), 4);
            let c = gather(c, Spread::accumulator(), 0.0);
            let sa: [[u8; $scales]; 16] = scales(sa, Operand::A, ida);
            let sb: [[u8; $scales]; 8] = scales(sb, Operand::B, idb);
            let mut d = [[0.0; 4]; 32];
            let product = fp4::tile(&a, &b, &c, ScaleType::$element, &sa, &sb);
            scatter(&product, Spread::accumulator(), &mut d);
            d
        }

        #[doc = concat!("`mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::", fp4!(@kind $kind), ".block_scale.scale_vec::", $scales, "X.f32.e2m1.e2m1.f32.", fp4!(@scale $element), "`: D = A · B + C with a sparse A, with ", $scales, " scales for each row of A and for each column of B.")]
        ///
        /// The arguments and the result are the registers of lanes 0 to 31; [`mma::place`](crate::mma::place) maps
        /// elements to registers, [`mma::metadata_place`](crate::mma::metadata_place) maps metadata digits, and
        /// [`mma::scale_place`](crate::mma::scale_place) maps scales. PTX has only `selector` 0; other values act as 0.
        /// `ida` and `idb` are PTX's `{byte-id, thread-id}`; bits that the form does not use are ignored. All targets
        /// give the results of sm_120.
        #[doc = about!(fp4)]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Sm, ", stringify!($sparse), "};")]
        /// let (a, b, c) = ([[0x2222_2222; 4]; 32], [[0x2222_2222; 4]; 32], [[0.0; 4]; 32]);
        #[doc = concat!("let (e, scales, id) = ([0x4444_4444; 32], [", fp4!(@one $element), "; 32], [0, 0]);")]
        #[doc = concat!("let d = ", stringify!($sparse), "(&a, &b, &c, &e, 0, &scales, id, &scales, id, Sm(120));")]
        /// assert_eq!(d, [[64.0; 4]; 32]);
        /// ```
        #[inline(always)]
        #[must_use]
        #[expect(clippy::too_many_arguments, reason = "the operands of the instruction")]
        pub const fn $sparse(
            a: &[[u32; 4]; 32],
            b: &[[u32; 4]; 32],
            c: &[[f32; 4]; 32],
            e: &[u32; 32],
            selector: u32,
            sa: &[u32; 32],
            ida: [u16; 2],
            sb: &[u32; 32],
            idb: [u16; 2],
            _sm: Sm,
        ) -> [[f32; 4]; 32] {
            let a: [[u32; 64]; 16] = unpack_bits(a, Spread::a(16, 3), 4);
            let b: [[u32; 8]; 128] = unpack_bits(b, Spread::b(3), 4);
            let c = gather(c, Spread::accumulator(), 0.0);
            let e: [[u8; 16]; 16] = digits(e, 4, selector);
            let sa: [[u8; $scales]; 16] = scales(sa, Operand::A, ida);
            let sb: [[u8; $scales]; 8] = scales(sb, Operand::B, idb);
            let mut d = [[0.0; 4]; 32];
            let product = fp4::sparse_tile(&a, &e, &b, &c, ScaleType::$element, &sa, &sb);
            scatter(&product, Spread::accumulator(), &mut d);
            d
        }
    )* };
    (@kind Mxf4) => { "mxf4" };
    (@kind Mxf4nvf4) => { "mxf4nvf4" };
    (@scale Ue8m0) => { "ue8m0" };
    (@scale Ue4m3) => { "ue4m3" };
    (@one Ue8m0) => { "0x7f7f_7f7f" };
    (@one Ue4m3) => { "0x3838_3838" };
}
fp4_forms!(fp4);
