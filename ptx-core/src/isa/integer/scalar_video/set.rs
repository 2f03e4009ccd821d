//! `vset`: comparisons of bytes, halves or words.

use super::{Operation, extended};
use crate::mode::{Comparison, Part, Saturation, SecondOperation};

macro_rules! set {
    ($($name:ident $second:ident $insert:ident $types:literal $a:ident $b:ident;)*) => { $(
        #[doc = concat!("`vset.", $types, ".CmpOp`: 1 if the comparison of `a` with `b` holds, else 0.")]
        ///
        /// The parts select a byte, a half or the whole word of each operand; a part of an operand of type `.s32` is
        /// signed.
        ///
        /// Source: PTX ISA, `vset`; machine code of ptxas for sm_75 to sm_100 agrees. [Grade](crate#grades) \[D\]; for
        /// `.min` and `.max` \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] on other targets from sm_75 to sm_100, \[M\]
        /// elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Comparison, Part, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(0x0900, 5, Part::B1, Part::WORD, Comparison::Gt), 1);")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(a: $a, b: $b, a_part: Part, b_part: Part, comparison: Comparison) -> u32 {
            let x = extended(a as u32, a_part, $a::MIN != 0);
            let y = extended(b as u32, b_part, $b::MIN != 0);
            Operation::Comparison(comparison).of(x, y) as u32
        }

        #[doc = concat!("`vset.", $types, ".CmpOp{.add,.min,.max}`: 1 if the comparison of `a` with `b` holds, else 0, then the second operation with `c`.")]
        ///
        #[doc = concat!("The first result is the result of [`", stringify!($name), "`]. `.add` wraps around. For `.min` and `.max`, `c` has the type of `a`.")]
        ///
        /// Source: PTX ISA, `vset`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \[D\]; for `.min`
        /// and `.max` \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] on other targets from sm_75 to sm_100, \[M\]
        /// elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Comparison, Part, SecondOperation, ", stringify!($second), "};")]
        #[doc = concat!("let d = ", stringify!($second), "(9, 5, 100, Part::WORD, Part::WORD, Comparison::Gt, SecondOperation::Add);")]
        /// assert_eq!(d, 101);
        /// ```
        #[inline]
        #[must_use]
        pub const fn $second(
            a: $a,
            b: $b,
            c: u32,
            a_part: Part,
            b_part: Part,
            comparison: Comparison,
            second: SecondOperation,
        ) -> u32 {
            let x = extended(a as u32, a_part, $a::MIN != 0);
            let y = extended(b as u32, b_part, $b::MIN != 0);
            let operation = Operation::Comparison(comparison);
            operation.second(operation.of(x, y), c, $a::MIN != 0, Saturation::Off, second)
        }

        #[doc = concat!("`vset.", $types, ".CmpOp` with a selector after `d`: 1 if the comparison of `a` with `b` holds, else 0, as a byte or half of `c`.")]
        ///
        /// Source: PTX ISA, `vset`; machine code of ptxas for sm_75 to sm_100 agrees. [Grade](crate#grades) \[D\]; for
        /// `.min` and `.max` \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] on other targets from sm_75 to sm_100, \[M\]
        /// elsewhere.
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Comparison, Part, ", stringify!($insert), "};")]
        #[doc = concat!("let d = ", stringify!($insert), "(9, 5, 0x1234_5678, Part::B0, Part::WORD, Part::WORD, Comparison::Gt);")]
        /// assert_eq!(d, 0x1234_5601);
        /// ```
        #[inline]
        #[must_use]
        pub const fn $insert(
            a: $a,
            b: $b,
            c: u32,
            place: Part,
            a_part: Part,
            b_part: Part,
            comparison: Comparison,
        ) -> u32 {
            let x = extended(a as u32, a_part, $a::MIN != 0);
            let y = extended(b as u32, b_part, $b::MIN != 0);
            let operation = Operation::Comparison(comparison);
            operation.inserted(operation.of(x, y), c, place, false, Saturation::Off)
        }
    )* };
}

set! {
    vset_u32_u32 vset_second_u32_u32 vset_insert_u32_u32 "u32.u32" u32 u32;
    vset_u32_s32 vset_second_u32_s32 vset_insert_u32_s32 "u32.s32" u32 i32;
    vset_s32_u32 vset_second_s32_u32 vset_insert_s32_u32 "s32.u32" i32 u32;
    vset_s32_s32 vset_second_s32_s32 vset_insert_s32_s32 "s32.s32" i32 i32;
}
