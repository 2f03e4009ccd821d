//! `vset`: compares four bytes or two 16-bit halves.

use super::{Lanes, Operation, video};
use crate::mode::{ByteMask, ByteSelector, Comparison, HalfMask, HalfSelector, Merge};

macro_rules! set {
    ($bits:literal $lanes:literal $Mask:ident $all:literal $Selector:ident $a_lanes:literal $b_lanes:literal $value:literal:
        $($word:literal $name:ident $types:literal $a:ident $b:ident;)*
    ) => { $(
        #[doc = concat!("`", $word, ".", $types, ".CmpOp{.add}`: 1 where the comparison of `a` with `b` holds, else 0, in ", $lanes, ".")]
        ///
        /// The selectors choose each lane of both operands from `a` and `b`. The lanes of an operand of type `.s32` are
        /// signed. Without `.add`, lanes outside the mask are copied from `c`. `.add` adds the results of the lanes in
        /// the mask to `c`; the sum wraps around. PTX has no `.sat` for `vset`; the function accepts `.sat` and ignores
        /// it.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas for sm_80 agrees. [Grade](crate#grades) \\[D\\] \\[S\\]; \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3).")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Comparison, ", stringify!($Mask), ", ", stringify!($Selector), ", Merge, ", stringify!($name), "};")]
        #[doc = concat!("let mask = ", stringify!($Mask), "(", $all, ");")]
        #[doc = concat!("let (a_selector, b_selector) = (", stringify!($Selector), "(", $a_lanes, "), ", stringify!($Selector), "(", $b_lanes, "));")]
        #[doc = concat!("let d = ", stringify!($name), "(0x0909_0303, 0x0404_0505, 0, mask, a_selector, b_selector, Comparison::Lt, Merge::Lanes);")]
        #[doc = concat!("assert_eq!(d, ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        #[expect(clippy::too_many_arguments, reason = "the instruction has this many operands")]
        pub const fn $name(
            a: $a,
            b: $b,
            c: u32,
            mask: $Mask,
            a_selector: $Selector,
            b_selector: $Selector,
            comparison: Comparison,
            merge: Merge,
        ) -> u32 {
            let words = [a as u32, b as u32];
            let a = Lanes { selector: a_selector.0, signed: $a::MIN != 0 };
            let b = Lanes { selector: b_selector.0, signed: $b::MIN != 0 };
            video::<$bits>(Operation::Comparison(comparison), words, [a, b], c, mask.0, merge, false)
        }
    )* };
}

set! {
    8 "four bytes" ByteMask "0b1111" ByteSelector "0x3210" "0x7654" "0x0000_0101":
        "vset4" vset4_u32_u32 "u32.u32" u32 u32;
        "vset4" vset4_u32_s32 "u32.s32" u32 i32;
        "vset4" vset4_s32_u32 "s32.u32" i32 u32;
        "vset4" vset4_s32_s32 "s32.s32" i32 i32;
}

set! {
    16 "two halves" HalfMask "0b11" HalfSelector "0x10" "0x32" "0x0000_0001":
        "vset2" vset2_u32_u32 "u32.u32" u32 u32;
        "vset2" vset2_u32_s32 "u32.s32" u32 i32;
        "vset2" vset2_s32_u32 "s32.u32" i32 u32;
        "vset2" vset2_s32_s32 "s32.s32" i32 i32;
}
