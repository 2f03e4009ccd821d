//! The `ptx-core` functions of packed and SIMD video instructions, by name.

use ptx_core::*;
use referee::lanes::Types;

/// A function for a SIMD video instruction. The parameters are the words a, b and c, the mask, the selectors, the
/// comparison and the merge. Instructions without a comparison ignore the comparison.
pub(crate) type Video = fn([u32; 3], u16, [u16; 2], Comparison, Merge) -> u32;

/// A function for an instruction on packed integers. The flag turns on `.sat` or `.relu`. An instruction without these
/// modifiers ignores the flag.
pub(crate) type Packed = fn([u32; 2], bool) -> u32;

macro_rules! video {
    ($Mask:ident $Selector:ident: $($name:ident)*) => {
        &[$((stringify!($name), |[a, b, c], mask, [s, t], _, merge| {
            $name(a as _, b as _, c as _, $Mask(mask), $Selector(s), $Selector(t), merge) as u32
        })),*]
    };
}

macro_rules! set {
    ($Mask:ident $Selector:ident: $($name:ident)*) => {
        &[$((stringify!($name), |[a, b, c], mask, [s, t], comparison, merge| {
            $name(a as _, b as _, c, $Mask(mask), $Selector(s), $Selector(t), comparison, merge)
        })),*]
    };
}

/// The video instructions on four bytes and on two halves. `vadd4_u32_s32_u32` is `vadd4.u32.s32.u32`.
pub(crate) const VIDEO: [&[(&str, Video)]; 4] = [
    video! { ByteMask ByteSelector:
        vadd4_u32_u32_u32 vadd4_u32_u32_s32 vadd4_u32_s32_u32 vadd4_u32_s32_s32
        vadd4_s32_u32_u32 vadd4_s32_u32_s32 vadd4_s32_s32_u32 vadd4_s32_s32_s32
        vsub4_u32_u32_u32 vsub4_u32_u32_s32 vsub4_u32_s32_u32 vsub4_u32_s32_s32
        vsub4_s32_u32_u32 vsub4_s32_u32_s32 vsub4_s32_s32_u32 vsub4_s32_s32_s32
        vavrg4_u32_u32_u32 vavrg4_u32_u32_s32 vavrg4_u32_s32_u32 vavrg4_u32_s32_s32
        vavrg4_s32_u32_u32 vavrg4_s32_u32_s32 vavrg4_s32_s32_u32 vavrg4_s32_s32_s32
        vabsdiff4_u32_u32_u32 vabsdiff4_u32_u32_s32 vabsdiff4_u32_s32_u32 vabsdiff4_u32_s32_s32
        vabsdiff4_s32_u32_u32 vabsdiff4_s32_u32_s32 vabsdiff4_s32_s32_u32 vabsdiff4_s32_s32_s32
        vmin4_u32_u32_u32 vmin4_u32_u32_s32 vmin4_u32_s32_u32 vmin4_u32_s32_s32
        vmin4_s32_u32_u32 vmin4_s32_u32_s32 vmin4_s32_s32_u32 vmin4_s32_s32_s32
        vmax4_u32_u32_u32 vmax4_u32_u32_s32 vmax4_u32_s32_u32 vmax4_u32_s32_s32
        vmax4_s32_u32_u32 vmax4_s32_u32_s32 vmax4_s32_s32_u32 vmax4_s32_s32_s32
    },
    set! { ByteMask ByteSelector:
        vset4_u32_u32 vset4_u32_s32 vset4_s32_u32 vset4_s32_s32
    },
    video! { HalfMask HalfSelector:
        vadd2_u32_u32_u32 vadd2_u32_u32_s32 vadd2_u32_s32_u32 vadd2_u32_s32_s32
        vadd2_s32_u32_u32 vadd2_s32_u32_s32 vadd2_s32_s32_u32 vadd2_s32_s32_s32
        vsub2_u32_u32_u32 vsub2_u32_u32_s32 vsub2_u32_s32_u32 vsub2_u32_s32_s32
        vsub2_s32_u32_u32 vsub2_s32_u32_s32 vsub2_s32_s32_u32 vsub2_s32_s32_s32
        vavrg2_u32_u32_u32 vavrg2_u32_u32_s32 vavrg2_u32_s32_u32 vavrg2_u32_s32_s32
        vavrg2_s32_u32_u32 vavrg2_s32_u32_s32 vavrg2_s32_s32_u32 vavrg2_s32_s32_s32
        vabsdiff2_u32_u32_u32 vabsdiff2_u32_u32_s32 vabsdiff2_u32_s32_u32 vabsdiff2_u32_s32_s32
        vabsdiff2_s32_u32_u32 vabsdiff2_s32_u32_s32 vabsdiff2_s32_s32_u32 vabsdiff2_s32_s32_s32
        vmin2_u32_u32_u32 vmin2_u32_u32_s32 vmin2_u32_s32_u32 vmin2_u32_s32_s32
        vmin2_s32_u32_u32 vmin2_s32_u32_s32 vmin2_s32_s32_u32 vmin2_s32_s32_s32
        vmax2_u32_u32_u32 vmax2_u32_u32_s32 vmax2_u32_s32_u32 vmax2_u32_s32_s32
        vmax2_s32_u32_u32 vmax2_s32_u32_s32 vmax2_s32_s32_u32 vmax2_s32_s32_s32
    },
    set! { HalfMask HalfSelector:
        vset2_u32_u32 vset2_u32_s32 vset2_s32_u32 vset2_s32_s32
    },
];

/// Returns each video instruction: its name (`vadd2_s32_u32_s32`), the mnemonic without the number of lanes (`vadd`),
/// the types, and the function.
pub(crate) fn video() -> impl Iterator<Item = (&'static str, &'static str, Types, Video)> {
    VIDEO.into_iter().flatten().map(|(name, function)| {
        let (word, types) = name.split_once('_').expect("types after the mnemonic");
        let signed: Vec<bool> = types.split('_').map(|ty| ty == "s32").collect();
        let (d, a, b) = match signed[..] {
            [d, a, b] => (d, a, b),
            [a, b] => (false, a, b),
            _ => panic!("{name} has two or three types"),
        };
        let (word, lanes) = word.split_at(word.len() - 1);
        let bits = if lanes == "4" { 8 } else { 16 };
        (*name, word, Types { bits, d, a, b }, *function)
    })
}

macro_rules! packed {
    ($($name:ident $([$off:ident $on:ident])?;)*) => {
        &[$((stringify!($name), |[a, b], _on| $name(a, b $(, if _on { $on } else { $off })?))),*]
    };
}

use Rectification::{Linear, Relu};
use Saturation::{Off, Sat};

/// The instructions on packed integers. `min_s16x2` is `min{.relu}.s16x2`.
pub(crate) const PACKED: &[(&str, Packed)] = packed! {
    add_u16x2 [Off Sat];
    add_s16x2 [Off Sat];
    add_u8x4 [Off Sat];
    add_s8x4 [Off Sat];
    sub_u8x4 [Off Sat];
    sub_s8x4 [Off Sat];
    min_u16x2;
    min_s16x2 [Linear Relu];
    min_u8x4;
    min_s8x4 [Linear Relu];
    max_u16x2;
    max_s16x2 [Linear Relu];
    max_u8x4;
    max_s8x4 [Linear Relu];
};
