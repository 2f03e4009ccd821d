//! Tests `ptx!` with known results of carry chains, packed integers, `cvt.pack`, `lop3` with a predicate and SIMD video
//! instructions.
#![deny(warnings)]

use ptx::ptx;
use std::collections::HashMap;

const VECTORS: &str = include_str!("../ptx-core/tests/integers/vectors.tsv");

/// A function that runs PTX code. Its arguments are the values of the registers a, b, c, d and q. The function returns
/// the values of the registers x, y, z, d and p.
type Run = fn([u64; 4], bool) -> ([u64; 4], bool);

/// Turns each tested PTX text into a function ([`Run`]) whose registers have the given type.
macro_rules! texts {
    ($($int:ident $registers:tt { $({ $($code:tt)* })* })*) => {
        [$($((stringify!($($code)*), texts!(@run $int $registers { $($code)* }) as Run),)*)*]
    };
    (@run $int:ident [
        $ty:ident: $a:ident $b:ident $c:ident $d:ident $q:ident $x:ident $y:ident $z:ident $p:ident
    ] { $($code:tt)* }) => {
        |sources, q| {
            let [a, b, c, d] = sources.map(|x| x as $int);
            let (x, y, z, d, p): ($int, $int, $int, $int, bool) = ptx! {
                .version 9.4 .target sm_107a
                .reg .$ty $a, $b, $c, $d, $x, $y, $z;
                .reg .pred $q, $p;
                mov.$ty $a, (a);
                mov.$ty $b, (b);
                mov.$ty $c, (c);
                mov.$ty $d, (d);
                mov.pred $q, (q);
                $($code)*
                ($x, $y, $z, $d, $p)
            };
            ([x, y, z, d].map(u64::from), p)
        }
    };
}

#[rustfmt::skip]
const TEXTS: &[(&str, Run)] = &texts! {
    u32 [b32: a b c d q x y z p] {
        { sub.cc.u32 x, a, c; subc.cc.u32 y, b, d; subc.u32 z, 0, 0; }
        { add.cc.u32 x, a, c; addc.cc.u32 y, b, d; addc.u32 z, 0, 0; }
        { mad.lo.cc.u32 x, a, b, c; madc.hi.cc.u32 y, a, b, d; addc.u32 z, 0, 0; }
        { mad.hi.cc.s32 x, a, b, c; addc.u32 z, 0, 0; }
        { add.cc.u32 x, a, b; xor.b32 y, x, c; addc.u32 z, y, 0; }
        { sub.cc.u32 x, a, b; subc.cc.u32 y, c, 0; subc.u32 z, 0, 0; }
        { add.u16x2 d, a, b; }
        { add.s16x2 d, a, b; }
        { min.u16x2 d, a, b; }
        { min.s16x2 d, a, b; }
        { max.u16x2 d, a, b; }
        { max.s16x2 d, a, b; }
        { min.relu.s16x2 d, a, b; }
        { max.relu.s16x2 d, a, b; }
        { add.sat.u16x2 d, a, b; }
        { add.sat.s16x2 d, a, b; }
        { add.u8x4 d, a, b; }
        { add.s8x4 d, a, b; }
        { add.sat.u8x4 d, a, b; }
        { add.sat.s8x4 d, a, b; }
        { sub.u8x4 d, a, b; }
        { sub.sat.u8x4 d, a, b; }
        { sub.sat.s8x4 d, a, b; }
        { min.u8x4 d, a, b; }
        { min.s8x4 d, a, b; }
        { min.relu.s8x4 d, a, b; }
        { max.u8x4 d, a, b; }
        { max.s8x4 d, a, b; }
        { max.relu.s8x4 d, a, b; }
        { neg.s8x4 d, a; }
        { add.sat.u32 d, a, b; }
        { cvt.pack.sat.u16.s32 d, a, b; }
        { cvt.pack.sat.s16.s32 d, a, b; }
        { cvt.pack.sat.u8.s32.b32 d, a, b, c; }
        { cvt.pack.sat.s8.s32.b32 d, a, b, c; }
        { cvt.pack.sat.u4.s32.b32 d, a, b, c; }
        { cvt.pack.sat.s4.s32.b32 d, a, b, c; }
        { cvt.pack.sat.u2.s32.b32 d, a, b, c; }
        { cvt.pack.sat.s2.s32.b32 d, a, b, c; }
        { lop3.or.b32 d|p, a, b, c, 0x00, q; }
        { lop3.and.b32 d|p, a, b, c, 0x00, q; }
        { lop3.and.b32 d|p, a, b, c, 0xca, q; }
        { lop3.and.b32 d|p, a, b, c, 0xff, q; }
        { lop3.or.b32 d|p, a, b, c, 0x96, q; }
        { lop3.or.b32 d|p, a, b, c, 0x80, q; }
        { lop3.and.b32 d|p, a, b, c, 0x80, q; }
        { lop3.or.b32 d|p, a, b, c, 0xca, q; }
        { lop3.and.b32 d|p, a, b, c, 0xc5, q; }
        { vadd4.s32.s32.u32 d, a, b, c; }
        { vadd4.s32.s32.u32.sat d, a, b, c; }
        { vadd4.s32.u32.s32.add d, a, b, c; }
        { vadd4.u32.u32.s32 d.b3210, a.b3210, b.b5140, c; }
        { vadd4.s32.u32.s32.sat d.b0, a.b7654, b.b3210, c; }
        { vadd4.u32.s32.s32.add d.b310, a.b0000, b.b5140, c; }
        { vadd4.s32.u32.s32 d.b310, a.b3210, b.b0000, c; }
        { vsub4.s32.s32.s32 d, a, b, c; }
        { vsub4.u32.s32.u32.sat d, a, b, c; }
        { vsub4.s32.u32.s32.add d, a, b, c; }
        { vsub4.u32.u32.s32 d.b310, a.b0000, b.b5140, c; }
        { vsub4.u32.u32.s32.sat d.b321, a.b7654, b.b0000, c; }
        { vsub4.s32.u32.u32 d.b310, a.b3210, b.b7654, c; }
        { vavrg4.u32.s32.u32 d.b3210, a.b7654, b.b7654, c; }
        { vabsdiff4.u32.u32.u32 d, a, b, c; }
        { vabsdiff4.u32.s32.u32.add d, a, b, c; }
        { vabsdiff4.s32.u32.u32 d.b2, a.b7654, b.b0000, c; }
        { vmin4.s32.s32.u32 d, a, b, c; }
        { vmin4.u32.s32.s32.sat d, a, b, c; }
        { vmin4.s32.s32.u32 d.b3210, a.b5140, b.b7654, c; }
        { vmin4.u32.u32.u32.sat d.b0, a.b7654, b.b0000, c; }
        { vmin4.u32.s32.u32.add d.b3210, a.b5140, b.b3210, c; }
        { vmin4.s32.s32.u32 d.b321, a.b5140, b.b0000, c; }
        { vmax4.s32.u32.s32.add d, a, b, c; }
        { vmax4.s32.s32.u32.add d.b0, a.b5140, b.b0000, c; }
        { vmax4.u32.s32.u32 d.b0, a.b7654, b.b3210, c; }
        { vset4.u32.u32.eq.add d.b0, a, b, c; }
        { vset4.u32.u32.ne d.b310, a, b, c; }
        { vset4.s32.u32.lt d, a, b, c; }
        { vset4.s32.u32.lt.add d.b0, a, b, c; }
        { vset4.s32.u32.le d, a, b, c; }
        { vset4.s32.u32.le.add d.b321, a, b, c; }
        { vset4.u32.s32.le d.b2, a, b, c; }
        { vset4.u32.s32.gt d, a, b, c; }
        { vset4.u32.s32.gt.add d.b2, a, b, c; }
        { vset4.u32.u32.ge d, a, b, c; }
        { vset4.u32.u32.ge.add d.b2, a, b, c; }
        { vadd2.u32.s32.u32 d, a, b, c; }
        { vadd2.u32.s32.u32 d.h1, a.h00, b.h13, c; }
        { vadd2.s32.s32.s32.add d.h1, a.h32, b.h10, c; }
        { vadd2.s32.u32.s32 d.h0, a.h00, b.h32, c; }
        { vsub2.u32.s32.u32 d, a, b, c; }
        { vsub2.u32.u32.s32.add d, a, b, c; }
        { vsub2.u32.s32.s32 d.h1, a.h32, b.h13, c; }
        { vsub2.u32.u32.u32.add d.h1, a.h13, b.h10, c; }
        { vavrg2.s32.u32.u32 d, a, b, c; }
        { vavrg2.u32.s32.s32.sat d, a, b, c; }
        { vavrg2.u32.s32.u32.add d, a, b, c; }
        { vavrg2.u32.u32.u32.sat d.h0, a.h13, b.h32, c; }
        { vavrg2.u32.u32.u32 d.h10, a.h32, b.h32, c; }
        { vabsdiff2.u32.s32.s32 d, a, b, c; }
        { vabsdiff2.u32.u32.s32 d.h1, a.h13, b.h32, c; }
        { vabsdiff2.u32.s32.u32.add d.h1, a.h32, b.h10, c; }
        { vabsdiff2.u32.s32.s32 d.h0, a.h00, b.h32, c; }
        { vmin2.s32.u32.u32 d, a, b, c; }
        { vmin2.u32.s32.u32.sat d, a, b, c; }
        { vmin2.s32.u32.u32 d.h10, a.h10, b.h10, c; }
        { vmin2.u32.s32.u32.sat d.h1, a.h13, b.h10, c; }
        { vmin2.s32.u32.u32.add d.h1, a.h32, b.h00, c; }
        { vmin2.u32.u32.u32 d.h0, a.h13, b.h32, c; }
        { vmax2.u32.s32.s32 d, a, b, c; }
        { vmax2.s32.u32.u32.add d, a, b, c; }
        { vmax2.u32.s32.u32 d.h10, a.h10, b.h10, c; }
        { vmax2.u32.u32.s32.add d.h10, a.h32, b.h13, c; }
        { vset2.u32.u32.ne d, a, b, c; }
        { vset2.u32.u32.ne.add d.h10, a, b, c; }
        { vset2.u32.u32.ne d.h10, a, b, c; }
        { vset2.u32.u32.lt d, a, b, c; }
        { vset2.u32.u32.lt d.h0, a, b, c; }
        { vset2.s32.u32.le d, a, b, c; }
        { vset2.u32.s32.le d.h0, a, b, c; }
        { vset2.u32.u32.gt d, a, b, c; }
        { vset2.u32.u32.gt.add d.h0, a, b, c; }
        { vset2.u32.u32.gt d.h10, a, b, c; }
        { vset2.s32.s32.ge d.h0, a, b, c; }
    }
    u64 [b64: a b c d q x y z p] {
        { add.cc.u64 x, a, c; addc.cc.u64 y, b, d; addc.u64 z, 0, 0; }
        { sub.cc.u64 x, a, c; subc.cc.u64 y, b, d; subc.u64 z, 0, 0; }
        { mad.hi.cc.s64 x, a, b, c; addc.u64 z, 0, 0; }
        { mad.lo.cc.u64 x, a, b, c; madc.hi.cc.u64 y, a, b, d; addc.u64 z, 0, 0; }
        { add.cc.u64 x, a, b; xor.b64 y, x, c; addc.u64 z, y, 0; }
        { sub.cc.u64 x, a, b; subc.cc.u64 y, c, 0; subc.u64 z, 0, 0; }
    }
};

/// Parses named hexadecimal values, such as `a=0123 b=4567`.
fn values(text: &str) -> impl Iterator<Item = (&str, u64)> {
    text.split(' ').map(|value| {
        let (name, digits) = value.split_once('=').expect("a name and digits");
        (name, u64::from_str_radix(digits, 16).expect("hexadecimal digits"))
    })
}

#[test]
fn every_row() {
    let dense = |text: &str| text.replace([' ', '\n'], "").trim_end_matches(';').to_string();
    let texts: HashMap<_, _> = TEXTS.iter().map(|(text, run)| (dense(text), run)).collect();
    let rows = VECTORS.lines().filter(|line| !line.starts_with('#'));
    for row in rows.clone() {
        let [_, text, inputs, outputs, _] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns: {row}")
        };
        let inputs: HashMap<_, _> = values(inputs).collect();
        let input = |name| inputs.get(name).copied().unwrap_or_default();
        let run = texts.get(&dense(text)).unwrap_or_else(|| panic!("nothing runs {text}"));
        let ([x, y, z, d], p) = run(["a", "b", "c", "d"].map(input), input("q") == 1);
        for (name, expected) in values(outputs) {
            let found = match name {
                "x" => x,
                "y" => y,
                "z" => z,
                "d" => d,
                _ => p.into(),
            };
            assert_eq!(found, expected, "{name} of {row}");
        }
    }
    assert_eq!(rows.count(), 279);
}
