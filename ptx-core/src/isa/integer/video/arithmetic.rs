//! `vadd`, `vsub`, `vavrg`, `vabsdiff`, `vmin` and `vmax` on four bytes or two 16-bit halves.

use super::{Lanes, Operation, video};
use crate::mode::{ByteMask, ByteSelector, HalfMask, HalfSelector, Merge};

macro_rules! video {
    ($lanes:tt $(
        $word:literal $operation:ident $what:literal, $x:literal $y:literal $value:literal:
        $uuu:ident $uus:ident $usu:ident $uss:ident
        $suu:ident $sus:ident $ssu:ident $sss:ident;
    )*) => { $(
        video! { @one $lanes $word $operation $what, $x $y $value: $uuu "u32.u32.u32" u32 u32 u32 }
        video! { @one $lanes $word $operation $what, $x $y $value: $uus "u32.u32.s32" u32 u32 i32 }
        video! { @one $lanes $word $operation $what, $x $y $value: $usu "u32.s32.u32" u32 i32 u32 }
        video! { @one $lanes $word $operation $what, $x $y $value: $uss "u32.s32.s32" u32 i32 i32 }
        video! { @one $lanes $word $operation $what, $x $y $value: $suu "s32.u32.u32" i32 u32 u32 }
        video! { @one $lanes $word $operation $what, $x $y $value: $sus "s32.u32.s32" i32 u32 i32 }
        video! { @one $lanes $word $operation $what, $x $y $value: $ssu "s32.s32.u32" i32 i32 u32 }
        video! { @one $lanes $word $operation $what, $x $y $value: $sss "s32.s32.s32" i32 i32 i32 }
    )* };
    (@one ($bits:literal $lanes:literal $Mask:ident $all:literal $Selector:ident $a_lanes:literal $b_lanes:literal)
        $word:literal $operation:ident $what:literal, $x:literal $y:literal $value:literal: $name:ident $types:literal $d:ident $a:ident $b:ident
    ) => {
        #[doc = concat!("`", $word, ".", $types, "{.sat,.add}`: ", $what, " in ", $lanes, ".")]
        ///
        /// The selectors choose each lane of both operands from `a` and `b`. The lanes of an operand of type `.s32` are
        /// signed. Without `.add`, lanes outside the mask are copied from `c`. `.add` adds the results of the lanes in
        /// the mask to `c` and does not cut them to the width of a lane; the sum wraps around.
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`; machine code of ptxas for sm_80 agrees. [Grade](crate#grades) \\[D\\] \\[S\\]; \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3).")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{", stringify!($Mask), ", ", stringify!($Selector), ", Merge, ", stringify!($name), "};")]
        #[doc = concat!("let (a_selector, b_selector) = (", stringify!($Selector), "(", $a_lanes, "), ", stringify!($Selector), "(", $b_lanes, "));")]
        #[doc = concat!("let d = ", stringify!($name), "(", $x, ", ", $y, ", 0, ", stringify!($Mask), "(", $all, "), a_selector, b_selector, Merge::Lanes);")]
        #[doc = concat!("assert_eq!(d, ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(
            a: $a,
            b: $b,
            c: $d,
            mask: $Mask,
            a_selector: $Selector,
            b_selector: $Selector,
            merge: Merge,
        ) -> $d {
            let words = [a as u32, b as u32];
            let a = Lanes { selector: a_selector.0, signed: $a::MIN != 0 };
            let b = Lanes { selector: b_selector.0, signed: $b::MIN != 0 };
            video::<$bits>(Operation::$operation, words, [a, b], c as u32, mask.0, merge, $d::MIN != 0) as $d
        }
    };
}

video! {
    (8 "four bytes" ByteMask "0b1111" ByteSelector "0x3210" "0x7654")
    "vadd4" Sum "`a + b`", "0x0909_0303" "0x0404_0505" "0x0d0d_0808":
        vadd4_u32_u32_u32 vadd4_u32_u32_s32 vadd4_u32_s32_u32 vadd4_u32_s32_s32
        vadd4_s32_u32_u32 vadd4_s32_u32_s32 vadd4_s32_s32_u32 vadd4_s32_s32_s32;

    "vsub4" Difference "`a - b`", "0x0909_0303" "0x0404_0101" "0x0505_0202":
        vsub4_u32_u32_u32 vsub4_u32_u32_s32 vsub4_u32_s32_u32 vsub4_u32_s32_s32
        vsub4_s32_u32_u32 vsub4_s32_u32_s32 vsub4_s32_s32_u32 vsub4_s32_s32_s32;

    "vavrg4" Average "the average of `a` and `b`, ties rounded away from zero,", "0x0909_0000" "0x0404_0000" "0x0707_0000":
        vavrg4_u32_u32_u32 vavrg4_u32_u32_s32 vavrg4_u32_s32_u32 vavrg4_u32_s32_s32
        vavrg4_s32_u32_u32 vavrg4_s32_u32_s32 vavrg4_s32_s32_u32 vavrg4_s32_s32_s32;

    "vabsdiff4" AbsoluteDifference "the absolute difference of `a` and `b`", "0x0909_0303" "0x0404_0505" "0x0505_0202":
        vabsdiff4_u32_u32_u32 vabsdiff4_u32_u32_s32 vabsdiff4_u32_s32_u32 vabsdiff4_u32_s32_s32
        vabsdiff4_s32_u32_u32 vabsdiff4_s32_u32_s32 vabsdiff4_s32_s32_u32 vabsdiff4_s32_s32_s32;

    "vmin4" Lesser "the smaller of `a` and `b`", "0x0909_0303" "0x0404_0505" "0x0404_0303":
        vmin4_u32_u32_u32 vmin4_u32_u32_s32 vmin4_u32_s32_u32 vmin4_u32_s32_s32
        vmin4_s32_u32_u32 vmin4_s32_u32_s32 vmin4_s32_s32_u32 vmin4_s32_s32_s32;

    "vmax4" Greater "the larger of `a` and `b`", "0x0909_0303" "0x0404_0505" "0x0909_0505":
        vmax4_u32_u32_u32 vmax4_u32_u32_s32 vmax4_u32_s32_u32 vmax4_u32_s32_s32
        vmax4_s32_u32_u32 vmax4_s32_u32_s32 vmax4_s32_s32_u32 vmax4_s32_s32_s32;
}

video! {
    (16 "two halves" HalfMask "0b11" HalfSelector "0x10" "0x32")
    "vadd2" Sum "`a + b`", "0x0909_0303" "0x0404_0505" "0x0d0d_0808":
        vadd2_u32_u32_u32 vadd2_u32_u32_s32 vadd2_u32_s32_u32 vadd2_u32_s32_s32
        vadd2_s32_u32_u32 vadd2_s32_u32_s32 vadd2_s32_s32_u32 vadd2_s32_s32_s32;

    "vsub2" Difference "`a - b`", "0x0909_0303" "0x0404_0101" "0x0505_0202":
        vsub2_u32_u32_u32 vsub2_u32_u32_s32 vsub2_u32_s32_u32 vsub2_u32_s32_s32
        vsub2_s32_u32_u32 vsub2_s32_u32_s32 vsub2_s32_s32_u32 vsub2_s32_s32_s32;

    "vavrg2" Average "the average of `a` and `b`, ties rounded away from zero,", "0x0909_0000" "0x0404_0000" "0x0687_0000":
        vavrg2_u32_u32_u32 vavrg2_u32_u32_s32 vavrg2_u32_s32_u32 vavrg2_u32_s32_s32
        vavrg2_s32_u32_u32 vavrg2_s32_u32_s32 vavrg2_s32_s32_u32 vavrg2_s32_s32_s32;

    "vabsdiff2" AbsoluteDifference "the absolute difference of `a` and `b`", "0x0909_0303" "0x0404_0505" "0x0505_0202":
        vabsdiff2_u32_u32_u32 vabsdiff2_u32_u32_s32 vabsdiff2_u32_s32_u32 vabsdiff2_u32_s32_s32
        vabsdiff2_s32_u32_u32 vabsdiff2_s32_u32_s32 vabsdiff2_s32_s32_u32 vabsdiff2_s32_s32_s32;

    "vmin2" Lesser "the smaller of `a` and `b`", "0x0909_0303" "0x0404_0505" "0x0404_0303":
        vmin2_u32_u32_u32 vmin2_u32_u32_s32 vmin2_u32_s32_u32 vmin2_u32_s32_s32
        vmin2_s32_u32_u32 vmin2_s32_u32_s32 vmin2_s32_s32_u32 vmin2_s32_s32_s32;

    "vmax2" Greater "the larger of `a` and `b`", "0x0909_0303" "0x0404_0505" "0x0909_0505":
        vmax2_u32_u32_u32 vmax2_u32_u32_s32 vmax2_u32_s32_u32 vmax2_u32_s32_s32
        vmax2_s32_u32_u32 vmax2_s32_u32_s32 vmax2_s32_s32_u32 vmax2_s32_s32_s32;
}
