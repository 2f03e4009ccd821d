//! `vshl` and `vshr` on bytes, halves or words.

use super::{Operation, extended};
use crate::mode::{Amount, Part, Saturation, SecondOperation};

macro_rules! shift {
    ($(
        $word:literal $operation:ident $what:literal, $value:literal $second_value:literal $inserted_value:literal:
        $($name:ident $second:ident $insert:ident $types:literal $d:ident $a:ident;)*
    )*) => { $($(
        #[doc = concat!("`", $word, ".", $types, "{.sat}.{clamp,wrap}`: ", $what, ".")]
        ///
        /// The parts select a byte, a half or the whole word of each operand; a part of an operand of type `.s32` is
        /// signed. `.clamp` shifts by at most 32 places, `.wrap` by the amount modulo 32. Without `.sat` the result
        /// is truncated to 32 bits; `.sat` clamps the result to the type of `d`.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \\[D\\]; for `.sat`, `.min` and `.max` \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[S\\] on other targets from sm_75 to sm_100, \\[M\\] elsewhere.")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Amount, Part, Saturation, ", stringify!($name), "};")]
        #[doc = concat!("let d = ", stringify!($name), "(0x0900, 2, Part::B1, Part::WORD, Saturation::Off, Amount::Clamp);")]
        #[doc = concat!("assert_eq!(d, ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(
            a: $a,
            b: u32,
            a_part: Part,
            b_part: Part,
            saturation: Saturation,
            amount: Amount,
        ) -> $d {
            let (x, y) = (extended(a as u32, a_part, $a::MIN != 0), extended(b, b_part, false));
            let operation = Operation::$operation(amount);
            operation.word(operation.of(x, y), $d::MIN != 0, saturation) as $d
        }

        #[doc = concat!("`", $word, ".", $types, "{.sat}.{clamp,wrap}{.add,.min,.max}`: ", $what, ", then the second operation with `c`.")]
        ///
        #[doc = concat!("The first operation is the operation of [`", stringify!($name), "`]. `.add` wraps around. `.min` and `.max` compare 64 bits:")]
        /// `c` is sign-extended if the type of `d` is `.s32`, otherwise zero-extended. With `.sat` the shifted value is
        /// cut to 32 bits and sign-extended before the comparison.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \\[D\\]; for `.sat`, `.min` and `.max` \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[S\\] on other targets from sm_75 to sm_100, \\[M\\] elsewhere.")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Amount, Part, Saturation, SecondOperation, ", stringify!($second), "};")]
        /// let (whole, off, clamp) = (Part::WORD, Saturation::Off, Amount::Clamp);
        #[doc = concat!("let d = ", stringify!($second), "(9, 2, 100, whole, whole, off, clamp, SecondOperation::Add);")]
        #[doc = concat!("assert_eq!(d, ", $second_value, ");")]
        /// ```
        #[inline]
        #[must_use]
        #[expect(clippy::too_many_arguments, reason = "the instruction has this many operands")]
        pub const fn $second(
            a: $a,
            b: u32,
            c: $d,
            a_part: Part,
            b_part: Part,
            saturation: Saturation,
            amount: Amount,
            second: SecondOperation,
        ) -> $d {
            let (x, y) = (extended(a as u32, a_part, $a::MIN != 0), extended(b, b_part, false));
            let operation = Operation::$operation(amount);
            operation.second(operation.of(x, y), c as u32, $d::MIN != 0, saturation, second) as $d
        }

        #[doc = concat!("`", $word, ".", $types, "{.sat}.{clamp,wrap}` with a selector after `d`: ", $what, ", as a byte or half of `c`.")]
        ///
        /// The shifted value is truncated to the byte or half. `.sat` first clamps the shifted value to 32 bits.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \\[D\\]; for `.sat`, `.min` and `.max` \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[S\\] on other targets from sm_75 to sm_100, \\[M\\] elsewhere.")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Amount, Part, Saturation, ", stringify!($insert), "};")]
        /// let (whole, off, clamp) = (Part::WORD, Saturation::Off, Amount::Clamp);
        #[doc = concat!("let d = ", stringify!($insert), "(9, 2, 0x1234_5678, Part::B0, whole, whole, off, clamp);")]
        #[doc = concat!("assert_eq!(d, ", $inserted_value, ");")]
        /// ```
        #[inline]
        #[must_use]
        #[expect(clippy::too_many_arguments, reason = "the instruction has this many operands")]
        pub const fn $insert(
            a: $a,
            b: u32,
            c: $d,
            place: Part,
            a_part: Part,
            b_part: Part,
            saturation: Saturation,
            amount: Amount,
        ) -> $d {
            let (x, y) = (extended(a as u32, a_part, $a::MIN != 0), extended(b, b_part, false));
            let operation = Operation::$operation(amount);
            operation.inserted(operation.of(x, y), c as u32, place, $d::MIN != 0, saturation) as $d
        }
    )*)* };
}

shift! {
    "vshl" ShiftLeft "`a` shifted to the left", "36" "136" "0x1234_5624":
        vshl_u32_u32_u32 vshl_second_u32_u32_u32 vshl_insert_u32_u32_u32 "u32.u32.u32" u32 u32;
        vshl_u32_s32_u32 vshl_second_u32_s32_u32 vshl_insert_u32_s32_u32 "u32.s32.u32" u32 i32;
        vshl_s32_u32_u32 vshl_second_s32_u32_u32 vshl_insert_s32_u32_u32 "s32.u32.u32" i32 u32;
        vshl_s32_s32_u32 vshl_second_s32_s32_u32 vshl_insert_s32_s32_u32 "s32.s32.u32" i32 i32;

    "vshr" ShiftRight "`a` shifted to the right", "2" "102" "0x1234_5602":
        vshr_u32_u32_u32 vshr_second_u32_u32_u32 vshr_insert_u32_u32_u32 "u32.u32.u32" u32 u32;
        vshr_u32_s32_u32 vshr_second_u32_s32_u32 vshr_insert_u32_s32_u32 "u32.s32.u32" u32 i32;
        vshr_s32_u32_u32 vshr_second_s32_u32_u32 vshr_insert_s32_u32_u32 "s32.u32.u32" i32 u32;
        vshr_s32_s32_u32 vshr_second_s32_s32_u32 vshr_insert_s32_s32_u32 "s32.s32.u32" i32 i32;
}
