//! Addition, subtraction, negation, absolute value, minimum and maximum.

use super::by_type::by_type;
use crate::mode::{Rectification, Saturation};

by_type! {
    {
        /// The result wraps around.
        ///
        /// Source: PTX ISA, integer `add`. [Grade](crate#grades) \[D\].
    }
    "add" "`a + b`" (a, b) = a.wrapping_add(b), "7, 5" = "12":
        add_u16 "u16" u16, add_u32 "u32" u32, add_u64 "u64" u64, add_s16 "s16" i16,
        add_s64 "s64" i64;

    {
        /// The result wraps around.
        ///
        /// Source: PTX ISA, integer `sub`. [Grade](crate#grades) \[D\].
    }
    "sub" "`a - b`" (a, b) = a.wrapping_sub(b), "7, 5" = "2":
        sub_u16 "u16" u16, sub_u32 "u32" u32, sub_u64 "u64" u64, sub_s16 "s16" i16,
        sub_s64 "s64" i64;

    {
        /// The negative of the smallest number overflows; the result is the smallest number.
        ///
        /// Source: PTX ISA, integer `neg`. [Grade](crate#grades) \[D\].
    }
    "neg" "`-a`" (a) = a.wrapping_neg(), "7" = "-7":
        neg_s16 "s16" i16, neg_s32 "s32" i32, neg_s64 "s64" i64;

    {
        /// The absolute value of the smallest number overflows; the result is the smallest number.
        ///
        /// Source: PTX ISA, integer `abs`. [Grade](crate#grades) \[D\]; for the smallest number \[H\] on sm_90 (NVIDIA
        /// H100 80GB HBM3), \[M\] elsewhere.
    }
    "abs" "the absolute value of `a`" (a) = a.wrapping_abs(), "-7" = "7":
        abs_s16 "s16" i16, abs_s32 "s32" i32, abs_s64 "s64" i64;

    {
        /// Source: PTX ISA, integer `min`. [Grade](crate#grades) \[D\].
    }
    "min" "the smaller of `a` and `b`" (a, b) = if a < b { a } else { b }, "7, 5" = "5":
        min_u16 "u16" u16, min_u32 "u32" u32, min_u64 "u64" u64, min_s16 "s16" i16,
        min_s64 "s64" i64;

    {
        /// Source: PTX ISA, integer `max`. [Grade](crate#grades) \[D\].
    }
    "max" "the larger of `a` and `b`" (a, b) = if a > b { a } else { b }, "7, 5" = "7":
        max_u16 "u16" u16, max_u32 "u32" u32, max_u64 "u64" u64, max_s16 "s16" i16,
        max_s64 "s64" i64;

    {
        /// The result wraps around.
        ///
        /// Source: PTX ISA, integer `sad`. [Grade](crate#grades) \[D\].
    }
    "sad" "`c` plus the absolute difference of `a` and `b`" (a, b, c) = c.wrapping_add(if a < b { b.wrapping_sub(a) } else { a.wrapping_sub(b) }), "5, 7, 1" = "3":
        sad_u16 "u16" u16, sad_u32 "u32" u32, sad_u64 "u64" u64, sad_s16 "s16" i16,
        sad_s32 "s32" i32, sad_s64 "s64" i64;
}

/// `add{.sat}.s32`: `a + b`.
///
/// The result wraps around; with `.sat` it is clamped to the range of `.s32`.
///
/// Source: PTX ISA, integer `add`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Saturation::*, add_s32};
/// assert_eq!(add_s32(i32::MAX, 1, Off), i32::MIN);
/// assert_eq!(add_s32(i32::MAX, 1, Sat), i32::MAX);
/// ```
#[inline]
#[must_use]
pub const fn add_s32(a: i32, b: i32, saturation: Saturation) -> i32 {
    match saturation {
        Saturation::Off => a.wrapping_add(b),
        Saturation::Sat => a.saturating_add(b),
    }
}

/// `add.sat.u32`: `a + b`, clamped to the range of `.u32`.
///
/// Source: PTX ISA, integer `add`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::add_sat_u32;
/// assert_eq!(add_sat_u32(u32::MAX, 1), u32::MAX);
/// ```
#[inline]
#[must_use]
pub const fn add_sat_u32(a: u32, b: u32) -> u32 {
    a.saturating_add(b)
}

/// `sub{.sat}.s32`: `a - b`.
///
/// The result wraps around; with `.sat` it is clamped to the range of `.s32`.
///
/// Source: PTX ISA, integer `sub`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Saturation::*, sub_s32};
/// assert_eq!(sub_s32(i32::MIN, 1, Off), i32::MAX);
/// assert_eq!(sub_s32(i32::MIN, 1, Sat), i32::MIN);
/// ```
#[inline]
#[must_use]
pub const fn sub_s32(a: i32, b: i32, saturation: Saturation) -> i32 {
    match saturation {
        Saturation::Off => a.wrapping_sub(b),
        Saturation::Sat => a.saturating_sub(b),
    }
}

/// Returns 0 if `x` is negative and the instruction has `.relu`, otherwise `x`.
#[inline]
const fn rectify(x: i32, rectification: Rectification) -> i32 {
    match rectification {
        Rectification::Relu if x < 0 => 0,
        _ => x,
    }
}

/// `min{.relu}.s32`: the smaller of `a` and `b`.
///
/// `.relu` turns a negative result into 0.
///
/// Source: PTX ISA, integer `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Rectification::*, min_s32};
/// assert_eq!(min_s32(-7, -5, Linear), -7);
/// assert_eq!(min_s32(-7, -5, Relu), 0);
/// ```
#[inline]
#[must_use]
pub const fn min_s32(a: i32, b: i32, rectification: Rectification) -> i32 {
    rectify(if a < b { a } else { b }, rectification)
}

/// `max{.relu}.s32`: the larger of `a` and `b`.
///
/// `.relu` turns a negative result into 0.
///
/// Source: PTX ISA, integer `max`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Rectification::*, max_s32};
/// assert_eq!(max_s32(-7, -5, Linear), -5);
/// assert_eq!(max_s32(-7, -5, Relu), 0);
/// ```
#[inline]
#[must_use]
pub const fn max_s32(a: i32, b: i32, rectification: Rectification) -> i32 {
    rectify(if a > b { a } else { b }, rectification)
}
