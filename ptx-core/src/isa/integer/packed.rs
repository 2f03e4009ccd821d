//! Packed integers: two or four independent lanes in a word. Lane 0 has the lowest bits.

use super::by_type::by_type;
use crate::mode::{Rectification, Saturation};

/// Evaluates an expression for each lane of `a` and `b`. A lane has the type `T`.
macro_rules! lanes {
    ($a:ident, $b:ident => $result:expr) => {{
        let (mut result, mut place) = (0, 0);
        while place < u32::BITS {
            let ($a, $b) = (($a >> place) as T, ($b >> place) as T);
            let lane: T = $result;
            result |= (lane as u32 & u32::MAX >> (u32::BITS - T::BITS)) << place;
            place += T::BITS;
        }
        result
    }};
}

by_type! {
    {
        /// The result wraps around; with `.sat` it is clamped to the lane's range.
        ///
        /// Source: PTX ISA, integer `add`. [Grade](crate#grades) \[D\].
    }
    "add{.sat}" "`a + b` in each lane" (a: u32, b: u32, saturation: Saturation) -> u32 = lanes!(a, b => match saturation {
        Saturation::Off => a.wrapping_add(b),
        Saturation::Sat => a.saturating_add(b),
    }), "0x0102_0304, 0x0101_0101, ptx_core::Saturation::Off" = "0x0203_0405":
        add_u16x2 "u16x2" u16, add_s16x2 "s16x2" i16, add_u8x4 "u8x4" u8, add_s8x4 "s8x4" i8;

    {
        /// The result wraps around; with `.sat` it is clamped to the lane's range.
        ///
        /// Source: PTX ISA, integer `sub`. [Grade](crate#grades) \[D\].
    }
    "sub{.sat}" "`a - b` in each lane" (a: u32, b: u32, saturation: Saturation) -> u32 = lanes!(a, b => match saturation {
        Saturation::Off => a.wrapping_sub(b),
        Saturation::Sat => a.saturating_sub(b),
    }), "0x0102_0304, 0x0101_0101, ptx_core::Saturation::Off" = "0x0001_0203":
        sub_u8x4 "u8x4" u8, sub_s8x4 "s8x4" i8;

    {
        /// The negative of the smallest number overflows; the result is the smallest number.
        ///
        /// Source: PTX ISA, integer `neg`. [Grade](crate#grades) \[D\]; \[M\] for the smallest number.
    }
    "neg" "`-a` in each lane" (a: u32) -> u32 = sub_s8x4(0, a, Saturation::Off), "0x0102_fffe" = "0xfffe_0102":
        neg_s8x4 "s8x4" i8;

    {
        /// Source: PTX ISA, integer `min`. [Grade](crate#grades) \[D\].
    }
    "min" "the smaller of `a` and `b` in each lane" (a: u32, b: u32) -> u32 = lanes!(a, b => if a < b { a } else { b }),
    "0x0909_0101, 0x0404_8080" = "0x0404_0101":
        min_u16x2 "u16x2" u16, min_u8x4 "u8x4" u8;

    {
        /// `.relu` turns a negative result into 0.
        ///
        /// Source: PTX ISA, integer `min`. [Grade](crate#grades) \[D\].
    }
    "min{.relu}" "the smaller of `a` and `b` in each lane" (a: u32, b: u32, rectification: Rectification) -> u32 =
        lanes!(a, b => match rectification {
            Rectification::Relu if a < 0 || b < 0 => 0,
            _ if a < b => a,
            _ => b,
        }),
    "0x0909_0101, 0x0404_8080, ptx_core::Rectification::Relu" = "0x0404_0000":
        min_s16x2 "s16x2" i16, min_s8x4 "s8x4" i8;

    {
        /// Source: PTX ISA, integer `max`. [Grade](crate#grades) \[D\].
    }
    "max" "the larger of `a` and `b` in each lane" (a: u32, b: u32) -> u32 = lanes!(a, b => if a > b { a } else { b }),
    "0x0909_0101, 0x0404_8080" = "0x0909_8080":
        max_u16x2 "u16x2" u16, max_u8x4 "u8x4" u8;

    {
        /// `.relu` turns a negative result into 0.
        ///
        /// Source: PTX ISA, integer `max`. [Grade](crate#grades) \[D\].
    }
    "max{.relu}" "the larger of `a` and `b` in each lane" (a: u32, b: u32, rectification: Rectification) -> u32 =
        lanes!(a, b => match rectification {
            Rectification::Relu if a < 0 && b < 0 => 0,
            _ if a > b => a,
            _ => b,
        }),
    "0x8080_0101, 0xffff_8080, ptx_core::Rectification::Relu" = "0x0000_0101":
        max_s16x2 "s16x2" i16, max_s8x4 "s8x4" i8;
}
