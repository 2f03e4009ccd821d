//! `setp`: comparisons. A function returns the result of the comparison and its complement. A function for packed half
//! precision returns the results of both lanes instead.

use crate::flush;
use crate::format::{BFLOAT16, BINARY16, BINARY32, BINARY64, Format};
use crate::mode::{Comparison, Subnormals};

/// Defines a function that compares two numbers of any format whose bits fit `$bits`. The comparison uses integers of
/// the same width, so that vectorised loops use one lane for each number.
macro_rules! compare {
    ($name:ident: $bits:ident) => {
        #[inline(always)]
        const fn $name(f: Format, a: $bits, b: $bits, comparison: Comparison) -> bool {
            let nan = f.nan as $bits;
            let (a_size, b_size) = (a & nan, b & nan);
            let unordered = (a_size > f.infinity as $bits) | (b_size > f.infinity as $bits);
            // Converts `a` and `b` to two integers that compare like the numbers. +0 and -0 both become 0.
            let (x, y) = (a_size.cast_signed(), b_size.cast_signed());
            let x = if a > nan { x.wrapping_neg() } else { x };
            let y = if b > nan { y.wrapping_neg() } else { y };
            comparison.holds(!unordered & (x < y), !unordered & (x > y), unordered)
        }
    };
}

compare!(compare_16: u16);
compare!(compare_32: u32);
compare!(compare_64: u64);

/// `setp.CmpOp{.ftz}.f32`: returns `[a cmp b, !(a cmp b)]`.
///
/// -0 and +0 are equal; a NaN is unordered with everything. `.ftz` flushes a subnormal operand to zero.
///
/// Source: PTX ISA, `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Comparison::*, Subnormals::*, setp_f32};
/// assert_eq!(setp_f32(1.0, 2.0, Lt, Keep), [true, false]);
/// assert_eq!(setp_f32(1.0, f32::NAN, Lt, Keep), [false, true]);
/// assert_eq!(setp_f32(1.0, f32::NAN, Ltu, Keep), [true, false]);
/// assert_eq!(setp_f32(1e-40, 0.0, Eq, Flush), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn setp_f32(a: f32, b: f32, comparison: Comparison, subnormals: Subnormals) -> [bool; 2] {
    let (a, b) = (flush::operand(a, subnormals), flush::operand(b, subnormals));
    let holds = compare_32(BINARY32, a.to_bits(), b.to_bits(), comparison);
    [holds, !holds]
}

/// `setp.CmpOp.f64`: returns `[a cmp b, !(a cmp b)]`.
///
/// -0 and +0 are equal; a NaN is unordered with everything.
///
/// Source: PTX ISA, `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Comparison::*, setp_f64};
/// assert_eq!(setp_f64(0.0, -0.0, Eq), [true, false]);
/// assert_eq!(setp_f64(f64::NAN, 0.0, Num), [false, true]);
/// ```
#[inline]
#[must_use]
pub const fn setp_f64(a: f64, b: f64, comparison: Comparison) -> [bool; 2] {
    let holds = compare_64(BINARY64, a.to_bits(), b.to_bits(), comparison);
    [holds, !holds]
}

/// `setp.CmpOp{.ftz}.f16`: returns `[a cmp b, !(a cmp b)]`. PTX uses only the first result.
///
/// Zeros, NaN operands and `.ftz` are treated as in [`setp_f32`].
///
/// Source: PTX ISA, half precision `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Comparison::*, Subnormals::*, setp_f16};
/// assert_eq!(setp_f16(0x3c00, 0x4000, Lt, Keep), [true, false]);
/// assert_eq!(setp_f16(0x0001, 0x8000, Gt, Flush), [false, true]);
/// ```
#[inline]
#[must_use]
pub const fn setp_f16(a: u16, b: u16, comparison: Comparison, subnormals: Subnormals) -> [bool; 2] {
    let (a, b) = (
        flush::half_precision_operand(BINARY16, a, subnormals),
        flush::half_precision_operand(BINARY16, b, subnormals),
    );
    let holds = compare_16(BINARY16, a, b, comparison);
    [holds, !holds]
}

/// `setp.CmpOp.bf16`: returns `[a cmp b, !(a cmp b)]`. PTX uses only the first result.
///
/// Zeros and NaN operands are treated as in [`setp_f32`].
///
/// Source: PTX ISA, half precision `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Comparison::*, setp_bf16};
/// assert_eq!(setp_bf16(0x3f80, 0x4000, Ge), [false, true]);
/// ```
#[inline]
#[must_use]
pub const fn setp_bf16(a: u16, b: u16, comparison: Comparison) -> [bool; 2] {
    let holds = compare_16(BFLOAT16, a, b, comparison);
    [holds, !holds]
}

/// `setp.CmpOp{.ftz}.f16x2`: returns `a cmp b` for each of two lanes. Lane 0, which is in bits 0-15, comes first.
///
/// Each lane is computed as by [`setp_f16`]. Source: PTX ISA, half precision `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Comparison::*, Subnormals::*, setp_f16x2};
/// assert_eq!(setp_f16x2(0x4000_3c00, 0x3c00_4000, Lt, Keep), [true, false]);
/// ```
#[inline]
#[must_use]
pub const fn setp_f16x2(
    a: u32,
    b: u32,
    comparison: Comparison,
    subnormals: Subnormals,
) -> [bool; 2] {
    let [low, _] = setp_f16(a as u16, b as u16, comparison, subnormals);
    let [high, _] = setp_f16((a >> 16) as u16, (b >> 16) as u16, comparison, subnormals);
    [low, high]
}

/// `setp.CmpOp.bf16x2`: returns `a cmp b` for each of two lanes. Lane 0, which is in bits 0-15, comes first.
///
/// Each lane is computed as by [`setp_bf16`]. Source: PTX ISA, half precision `setp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Comparison::*, setp_bf16x2};
/// assert_eq!(setp_bf16x2(0x4000_3f80, 0x3f80_4000, Gt), [false, true]);
/// ```
#[inline]
#[must_use]
pub const fn setp_bf16x2(a: u32, b: u32, comparison: Comparison) -> [bool; 2] {
    let [low, _] = setp_bf16(a as u16, b as u16, comparison);
    let [high, _] = setp_bf16((a >> 16) as u16, (b >> 16) as u16, comparison);
    [low, high]
}

macro_rules! integers {
    ($($name:ident $type:ident $word:literal, $minus_one_less:literal;)*) => { $(
        #[doc = concat!("`setp.CmpOp.", $word, "`: `[a cmp b, !(a cmp b)]`.")]
        ///
        /// Comparisons that hold for a NaN, such as `.ltu`, are accepted too; an integer is never a NaN. Source: PTX
        /// ISA, `setp`. [Grade](crate#grades) \[D\].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Comparison::*, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(!0, 1, Ne), [true, false]);")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(!0, 1, Lt)[0], ", $minus_one_less, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(a: $type, b: $type, comparison: Comparison) -> [bool; 2] {
            let holds = comparison.holds(a < b, a > b, false);
            [holds, !holds]
        }
    )* };
}

integers! {
    setp_b16 u16 "b16", false;
    setp_b32 u32 "b32", false;
    setp_b64 u64 "b64", false;
    setp_u16 u16 "u16", false;
    setp_u32 u32 "u32", false;
    setp_u64 u64 "u64", false;
    setp_s16 i16 "s16", true;
    setp_s32 i32 "s32", true;
    setp_s64 i64 "s64", true;
}
