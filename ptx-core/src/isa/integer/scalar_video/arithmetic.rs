//! `vadd`, `vsub`, `vabsdiff`, `vmin` and `vmax` on bytes, halves or words.

use super::{Operation, extended};
use crate::mode::{Part, Saturation, SecondOperation};

macro_rules! video {
    ($(
        $word:literal $operation:ident $what:literal, $value:literal $second_value:literal $inserted_value:literal:
        $($name:ident $second:ident $insert:ident $types:literal $d:ident $a:ident $b:ident;)*
    )*) => { $($(
        #[doc = concat!("`", $word, ".", $types, "{.sat}`: ", $what, ".")]
        ///
        /// The parts select a byte, a half or the whole word of each operand; a part of an operand of type `.s32` is
        /// signed. Without `.sat` the result wraps around. `.sat` clamps the result to the type of `d`. Exception: if
        /// `d` is `.u32`, a result above 2^32 - 1 wraps around even with `.sat`.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \\[D\\]; for `.sat`, `.min` and `.max` \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[S\\] on other targets from sm_75 to sm_100, \\[M\\] elsewhere.")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Part, Saturation, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(0x0900, 5, Part::B1, Part::WORD, Saturation::Off), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(a: $a, b: $b, a_part: Part, b_part: Part, saturation: Saturation) -> $d {
            let x = extended(a as u32, a_part, $a::MIN != 0);
            let y = extended(b as u32, b_part, $b::MIN != 0);
            let operation = Operation::$operation;
            operation.word(operation.of(x, y), $d::MIN != 0, saturation) as $d
        }

        #[doc = concat!("`", $word, ".", $types, "{.sat}{.add,.min,.max}`: ", $what, ", then the second operation with `c`.")]
        ///
        #[doc = concat!("The first operation is the operation of [`", stringify!($name), "`]. `.add` wraps around. `.min` and `.max` compare 64 bits:")]
        /// `c` is sign-extended if the type of `d` is `.s32`, otherwise zero-extended. The sum of `vadd` and the
        /// difference of `vsub` are cut to 32 bits and sign-extended before the comparison.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \\[D\\]; for `.sat`, `.min` and `.max` \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[S\\] on other targets from sm_75 to sm_100, \\[M\\] elsewhere.")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Part, Saturation, SecondOperation, ", stringify!($second), "};")]
        #[doc = concat!("let d = ", stringify!($second), "(9, 5, 100, Part::WORD, Part::WORD, Saturation::Off, SecondOperation::Add);")]
        #[doc = concat!("assert_eq!(d, ", $second_value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $second(
            a: $a,
            b: $b,
            c: $d,
            a_part: Part,
            b_part: Part,
            saturation: Saturation,
            second: SecondOperation,
        ) -> $d {
            let x = extended(a as u32, a_part, $a::MIN != 0);
            let y = extended(b as u32, b_part, $b::MIN != 0);
            let operation = Operation::$operation;
            operation.second(operation.of(x, y), c as u32, $d::MIN != 0, saturation, second) as $d
        }

        #[doc = concat!("`", $word, ".", $types, "{.sat}` with a selector after `d`: ", $what, ", as a byte or half of `c`.")]
        ///
        /// Without `.sat` the result is truncated to the byte or half. With `.sat`, a result that is too great, and
        /// also a negative result, becomes the largest number of the byte or half. The byte or half is signed if the
        /// type of `d` is `.s32`.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas for sm_75 to sm_100. [Grade](crate#grades) \\[D\\]; for `.sat`, `.min` and `.max` \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[S\\] on other targets from sm_75 to sm_100, \\[M\\] elsewhere.")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Part, Saturation, ", stringify!($insert), "};")]
        #[doc = concat!("let d = ", stringify!($insert), "(9, 5, 0x1234_5678, Part::B0, Part::WORD, Part::WORD, Saturation::Off);")]
        #[doc = concat!("assert_eq!(d, ", $inserted_value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $insert(
            a: $a,
            b: $b,
            c: $d,
            place: Part,
            a_part: Part,
            b_part: Part,
            saturation: Saturation,
        ) -> $d {
            let x = extended(a as u32, a_part, $a::MIN != 0);
            let y = extended(b as u32, b_part, $b::MIN != 0);
            let operation = Operation::$operation;
            operation.inserted(operation.of(x, y), c as u32, place, $d::MIN != 0, saturation) as $d
        }
    )*)* };
}

video! {
    "vadd" Sum "the sum of `a` and `b`", "14" "114" "0x1234_560e":
        vadd_u32_u32_u32 vadd_second_u32_u32_u32 vadd_insert_u32_u32_u32 "u32.u32.u32" u32 u32 u32;
        vadd_u32_u32_s32 vadd_second_u32_u32_s32 vadd_insert_u32_u32_s32 "u32.u32.s32" u32 u32 i32;
        vadd_u32_s32_u32 vadd_second_u32_s32_u32 vadd_insert_u32_s32_u32 "u32.s32.u32" u32 i32 u32;
        vadd_u32_s32_s32 vadd_second_u32_s32_s32 vadd_insert_u32_s32_s32 "u32.s32.s32" u32 i32 i32;
        vadd_s32_u32_u32 vadd_second_s32_u32_u32 vadd_insert_s32_u32_u32 "s32.u32.u32" i32 u32 u32;
        vadd_s32_u32_s32 vadd_second_s32_u32_s32 vadd_insert_s32_u32_s32 "s32.u32.s32" i32 u32 i32;
        vadd_s32_s32_u32 vadd_second_s32_s32_u32 vadd_insert_s32_s32_u32 "s32.s32.u32" i32 i32 u32;
        vadd_s32_s32_s32 vadd_second_s32_s32_s32 vadd_insert_s32_s32_s32 "s32.s32.s32" i32 i32 i32;

    "vsub" Difference "the difference of `a` and `b`", "4" "104" "0x1234_5604":
        vsub_u32_u32_u32 vsub_second_u32_u32_u32 vsub_insert_u32_u32_u32 "u32.u32.u32" u32 u32 u32;
        vsub_u32_u32_s32 vsub_second_u32_u32_s32 vsub_insert_u32_u32_s32 "u32.u32.s32" u32 u32 i32;
        vsub_u32_s32_u32 vsub_second_u32_s32_u32 vsub_insert_u32_s32_u32 "u32.s32.u32" u32 i32 u32;
        vsub_u32_s32_s32 vsub_second_u32_s32_s32 vsub_insert_u32_s32_s32 "u32.s32.s32" u32 i32 i32;
        vsub_s32_u32_u32 vsub_second_s32_u32_u32 vsub_insert_s32_u32_u32 "s32.u32.u32" i32 u32 u32;
        vsub_s32_u32_s32 vsub_second_s32_u32_s32 vsub_insert_s32_u32_s32 "s32.u32.s32" i32 u32 i32;
        vsub_s32_s32_u32 vsub_second_s32_s32_u32 vsub_insert_s32_s32_u32 "s32.s32.u32" i32 i32 u32;
        vsub_s32_s32_s32 vsub_second_s32_s32_s32 vsub_insert_s32_s32_s32 "s32.s32.s32" i32 i32 i32;

    "vabsdiff" AbsoluteDifference "the absolute difference of `a` and `b`", "4" "104" "0x1234_5604":
        vabsdiff_u32_u32_u32 vabsdiff_second_u32_u32_u32 vabsdiff_insert_u32_u32_u32 "u32.u32.u32" u32 u32 u32;
        vabsdiff_u32_u32_s32 vabsdiff_second_u32_u32_s32 vabsdiff_insert_u32_u32_s32 "u32.u32.s32" u32 u32 i32;
        vabsdiff_u32_s32_u32 vabsdiff_second_u32_s32_u32 vabsdiff_insert_u32_s32_u32 "u32.s32.u32" u32 i32 u32;
        vabsdiff_u32_s32_s32 vabsdiff_second_u32_s32_s32 vabsdiff_insert_u32_s32_s32 "u32.s32.s32" u32 i32 i32;
        vabsdiff_s32_u32_u32 vabsdiff_second_s32_u32_u32 vabsdiff_insert_s32_u32_u32 "s32.u32.u32" i32 u32 u32;
        vabsdiff_s32_u32_s32 vabsdiff_second_s32_u32_s32 vabsdiff_insert_s32_u32_s32 "s32.u32.s32" i32 u32 i32;
        vabsdiff_s32_s32_u32 vabsdiff_second_s32_s32_u32 vabsdiff_insert_s32_s32_u32 "s32.s32.u32" i32 i32 u32;
        vabsdiff_s32_s32_s32 vabsdiff_second_s32_s32_s32 vabsdiff_insert_s32_s32_s32 "s32.s32.s32" i32 i32 i32;

    "vmin" Lesser "the lesser of `a` and `b`", "5" "105" "0x1234_5605":
        vmin_u32_u32_u32 vmin_second_u32_u32_u32 vmin_insert_u32_u32_u32 "u32.u32.u32" u32 u32 u32;
        vmin_u32_u32_s32 vmin_second_u32_u32_s32 vmin_insert_u32_u32_s32 "u32.u32.s32" u32 u32 i32;
        vmin_u32_s32_u32 vmin_second_u32_s32_u32 vmin_insert_u32_s32_u32 "u32.s32.u32" u32 i32 u32;
        vmin_u32_s32_s32 vmin_second_u32_s32_s32 vmin_insert_u32_s32_s32 "u32.s32.s32" u32 i32 i32;
        vmin_s32_u32_u32 vmin_second_s32_u32_u32 vmin_insert_s32_u32_u32 "s32.u32.u32" i32 u32 u32;
        vmin_s32_u32_s32 vmin_second_s32_u32_s32 vmin_insert_s32_u32_s32 "s32.u32.s32" i32 u32 i32;
        vmin_s32_s32_u32 vmin_second_s32_s32_u32 vmin_insert_s32_s32_u32 "s32.s32.u32" i32 i32 u32;
        vmin_s32_s32_s32 vmin_second_s32_s32_s32 vmin_insert_s32_s32_s32 "s32.s32.s32" i32 i32 i32;

    "vmax" Greater "the greater of `a` and `b`", "9" "109" "0x1234_5609":
        vmax_u32_u32_u32 vmax_second_u32_u32_u32 vmax_insert_u32_u32_u32 "u32.u32.u32" u32 u32 u32;
        vmax_u32_u32_s32 vmax_second_u32_u32_s32 vmax_insert_u32_u32_s32 "u32.u32.s32" u32 u32 i32;
        vmax_u32_s32_u32 vmax_second_u32_s32_u32 vmax_insert_u32_s32_u32 "u32.s32.u32" u32 i32 u32;
        vmax_u32_s32_s32 vmax_second_u32_s32_s32 vmax_insert_u32_s32_s32 "u32.s32.s32" u32 i32 i32;
        vmax_s32_u32_u32 vmax_second_s32_u32_u32 vmax_insert_s32_u32_u32 "s32.u32.u32" i32 u32 u32;
        vmax_s32_u32_s32 vmax_second_s32_u32_s32 vmax_insert_s32_u32_s32 "s32.u32.s32" i32 u32 i32;
        vmax_s32_s32_u32 vmax_second_s32_s32_u32 vmax_insert_s32_s32_u32 "s32.s32.u32" i32 i32 u32;
        vmax_s32_s32_s32 vmax_second_s32_s32_s32 vmax_insert_s32_s32_s32 "s32.s32.s32" i32 i32 i32;
}
