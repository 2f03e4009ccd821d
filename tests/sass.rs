//! Tests the syntax and the operands of `sass!`.
#![deny(warnings)]
#![forbid(unsafe_code)]
#![forbid(unused)]

use ptx::sass;

const ONE: u32 = 0x3f80_0000;
const NAN: u32 = 0x7fff_ffff;

#[test]
fn the_page_s_own_examples() {
    sass! { MUFU.COS.SAT R0, R1; }
    sass! { MUFU.RCP64H R3, R1; }
    assert_eq!(sass! { MUFU.COS.SAT R0, R1; R0 }, ONE);
    assert_eq!(sass! { MUFU.RCP64H R3, R1; R3 }, 0x7ff0_0000);
}

#[test]
fn nothing_is_nothing() {
    sass! {}
    sass!();
    sass![];
    sass! { .target sm_90 }
    let () = sass! { .target sm_90; };
}

#[test]
fn registers_hold_zero_until_written_and_live_to_the_end() {
    assert_eq!(
        sass! { (R0, R254, RZ, P0, P6, PT, !P0, !PT) },
        (0, 0, 0, false, false, true, true, false)
    );
    let first = sass! { MOV R0, 7; R0 };
    assert_eq!((first, sass! { R0 }), (7, 0));
    assert_eq!(sass! { MOV RZ, 7; RZ }, 0);
}

#[test]
fn guards() {
    let (yes, no) = (true, false);
    let d: u32;
    let values = sass! {
        @yes MOV R0, 1;
        @!no MOV R1, 1;
        @(1 + 1 == 3) MOV R2, 1;
        @PT MOV R3, 1;
        @!PT MOV R4, 1;
        ISETP.EQ.AND P0, P1, R4, RZ, PT;
        @P0 MOV R5, 1;
        @!P0 MOV R6, 1;
        @P1 MOV R7, 1;
        MOV d, R0;
        (R0, R1, R2, R3, R4, R5, R6, R7)
    };
    assert_eq!((values, d), ((1, 1, 0, 1, 0, 1, 0, 0), 1));
}

#[test]
fn a_guard_that_fails_evaluates_no_operand() {
    let mut calls = 0;
    sass! { @!PT MOV R0, ({ calls += 1; 1 }); }
    sass! { @PT MOV R0, ({ calls += 10; 1 }); }
    assert_eq!(calls, 10);
}

#[test]
fn signs_of_floats() {
    let minus_two = (-2.0_f32).to_bits();
    let results = sass! {
        FADD R0, -minus_two, RZ;
        FADD R1, |minus_two|, RZ;
        FADD R2, -|minus_two|, RZ;
        FADD R3, -|(minus_two)|, -R0;
        MUFU.RCP R4, -R0.reuse;
        MUFU.RCP R5, |R4.reuse|;
        MUFU.RCP R6, -|R4|.reuse;
        (R0, R1, R2, R3, R4, R5, R6)
    };
    let two = minus_two ^ 1 << 31;
    assert_eq!(results, (two, two, minus_two, 0xc080_0000, 0xbf00_0000, two, minus_two));
}

#[test]
fn immediates_of_floats() {
    let d = sass! {
        FADD R0, RZ, 1.17549435e-38;
        FADD R1, RZ, 16777217;
        FADD R2, RZ, -.5;
        FADD R3, RZ, 0x3f800000;
        FADD R4, RZ, +INF;
        FADD R5, RZ, -INF;
        FADD R6, RZ, -QNAN;
        FADD R7, RZ, 5.8789094863358348022e-39;
        FADD R8, RZ, 5.e-1;
        (R0, R1, R2, R3, R4, R5, R6, R7, R8)
    };
    let expected =
        (0x0080_0000, 0x4b80_0000, 0xbf00_0000, ONE, 0x7f80_0000, 0xff80_0000, NAN, 0x0040_0402);
    assert_eq!((d.0, d.1, d.2, d.3, d.4, d.5, d.6, d.7), expected);
    assert_eq!(d.8, 0x3f00_0000);
    // FSEL copies its operand unchanged. So `d` contains the bits of the immediate QNAN, a quiet NaN without a payload.
    let d = sass! { FSEL R0, +QNAN, RZ, PT; FSEL R1, RZ, -QNAN, !PT; (R0, R1) };
    assert_eq!(d, (0x7fc0_0000, 0xffc0_0000));
}

#[test]
fn doubles() {
    let (x, y): (u64, u64);
    let three = 3.0_f64.to_bits();
    let words = sass! {
        DADD R2, three, 0.1;
        DADD R4, RZ, 0x3ff00000;
        DFMA x, -R4, |(three | 1 << 63)|, -R4;
        DMUL y, R4, 1.5;
        DADD RZ, R4, R4;
        DADD R6, RZ, +INF;
        (R2, R3, R4, R5, R6, R7)
    };
    // The word 3fb9999a is the high word of the double 0.1.
    let sum = (3.0 + f64::from_bits(0x3fb9_999a_0000_0000)).to_bits();
    assert_eq!(words, (sum as u32, (sum >> 32) as u32, 0, 0x3ff0_0000, 0, 0x7ff0_0000));
    assert_eq!((f64::from_bits(x), f64::from_bits(y)), (-4.0, 1.5));
}

#[test]
fn roundings_flush_and_saturation() {
    let third = 0x3eaa_aaab;
    let (a, b) = (0x9034_1366, 0x2fb5_f7c4);
    let d = sass! {
        FMUL.FTZ R0, a, b;
        FMUL.FTZ.RM R1, a, b;
        FMUL R2, a, b;
        FADD.RZ R3, third, 1;
        FADD.RP R4, third, 1;
        FFMA.FTZ.RN.SAT R5, third, 4, 2;
        FADD.SAT R6, RZ, +QNAN;
        FSEL.FTZ R7, 0x1, RZ, PT;
        (R0, R1, R2, R3, R4, R5, R6, R7)
    };
    assert_eq!((d.0, d.1, d.5, d.6, d.7), (0x8000_0000, 0x8080_0000, ONE, 0, 0));
    assert_eq!((d.2, d.3, d.4), (0x8080_0000, 0x3faa_aaaa, 0x3faa_aaab));
    let third = 0x3fd5_5555_5555_5555;
    let (rz, rp): (u64, u64);
    sass! { DADD.RZ rz, third, 1; DADD.RP rp, third, 1; }
    assert_eq!((rz, rp), (0x3ff5_5555_5555_5555, 0x3ff5_5555_5555_5556));
}

#[test]
fn integers() {
    let x = 5_u32;
    let d = sass! {
        IADD R0, x, -R9;
        IADD R1, -x, 3;
        IADD32I R2, x, -0x6;
        LOP32I.AND R3, R2, 0xff;
        LOP32I.OR R4, R3, 0x100;
        LOP32I.XOR R5, R4, -1;
        SEL R6, x, R5, PT;
        SEL R7, x, 4294967295, !PT;
        MOV32I R8, 0x7fffffff;
        (R0, R1, R2, R3, R4, R5, R6, R7, R8)
    };
    assert_eq!(d, (5, u32::MAX - 1, u32::MAX, 0xff, 0x1ff, !0x1ff, 5, u32::MAX, NAN));
}

#[test]
fn comparisons() {
    const WORDS: [u32; 5] = [0xff80_0000, 0x8000_0000, 0, ONE, NAN];
    for a in WORDS {
        for b in WORDS {
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            let unordered = x.is_nan() || y.is_nan();
            macro_rules! check { ($($cmp:ident $expected:expr;)*) => { $(
                let (p, q, r, s, t): (bool, bool, bool, bool, bool);
                sass! {
                    FSETP.$cmp.AND p, q, a, b, PT;
                    FSETP.$cmp.OR r, PT, a, b, !PT;
                    FSETP.$cmp.XOR PT, s, a, b, PT;
                    DSETP.$cmp.AND t, PT, (f64::from(x).to_bits()), (f64::from(y).to_bits()), PT;
                }
                let e = $expected;
                assert_eq!((p, q, r, s, t), (e, !e, e, e, e), "{} {a:08x} {b:08x}", stringify!($cmp));
            )* } }
            check! {
                F false; T true; NUM !unordered; NAN unordered;
                LT x < y; LE x <= y; GT x > y; GE x >= y; EQ x == y; NE x != y && !unordered;
                LTU x < y || unordered; LEU x <= y || unordered; NEU x != y;
                GTU x > y || unordered; GEU x >= y || unordered;
                EQU x == y || unordered;
            }
        }
    }
    let d = sass! {
        ISETP.GT.AND P0, P1, -1, 0, PT;
        ISETP.GT.U32.AND P2, P3, -1, 0, PT;
        ISETP.LE.OR P4, P5, R0, R1, !P2;
        FSETP.GEU.FTZ.AND P6, PT, |R0|, 1.17549435e-38, PT;
        (P0, P1, P2, P3, P4, P5, P6)
    };
    assert_eq!(d, (false, true, true, false, true, false, false));
    // With .FTZ, both subnormal operands are flushed to zero, so they are equal.
    let d = sass! {
        FSETP.EQ.FTZ.AND P0, PT, 0x1, 0x80000001, PT;
        FSETP.EQ.AND P1, PT, 0x1, 0x80000001, PT;
        (P0, P1)
    };
    assert_eq!(d, (true, false));
}

#[test]
fn annotations_change_nothing() {
    let x = 4.0_f32.to_bits();
    let plain = sass! { MUFU.RSQ R0, x; FADD R1, R0, -R0; R0 };
    let scheduled = sass! {
        /*0008*/ MUFU.RSQ R0, x &req={0,5} &rd=0 &wr=0x1 ?WAIT1;
        /*0010*/ FADD R1, R0.reuse, -R0 &req={1} ?WAIT15_END_GROUP;
        FADD R1, R0, R0 ?YIELD;
        R0
    };
    assert_eq!((plain, scheduled), (0x3f00_0000, 0x3f00_0000));
}

#[test]
fn targets() {
    let angle = 1.5_f32.to_bits();
    let quarter = 0.25_f32.to_bits();
    let reduced = sass! { .target sm_62 RRO.SINCOS R1, -|angle|; MUFU.SIN R0, R1; (R0, R1) };
    let sine = f64::from(f32::from_bits(reduced.0));
    assert!((sine - (-1.5_f64).sin()).abs() < 2.0_f64.powi(-21));
    assert_eq!(reduced.1 >> 31, 1);
    assert_eq!(sass! { .target sm_70; MUFU.SIN R0, quarter; R0 }, ONE);
    assert_eq!(sass! { .target sm_90a MUFU.COS R0, -1; R0 }, ONE);
    assert_eq!(sass! { .target sm_121 MUFU.EX2 R0, -1; R0 }, 0x3f00_0000);
    assert_eq!(sass! { RRO.EX2 R0, -1; MUFU.EX2 R0, R0; R0 }, 0x3f00_0000);
    assert_eq!(sass! { .target sm_50 MUFU.SQRT R0, 4; R0 }, 0x4000_0000);
}

const fn reciprocal(x: u32) -> u32 {
    let d;
    sass! { MUFU.RCP R0, x; MOV d, R0; }
    d
}

const HALF: u32 = reciprocal(0x4000_0000);
static PAIR: (u32, u32) = sass! { DADD R2, 1.5, 1; (R2, R3) };

#[test]
fn constants_and_statics() {
    assert_eq!((HALF, PAIR), (0x3f00_0000, (0, 0x4004_0000)));
}

#[test]
fn places_and_expressions() {
    let mut out = [0_u32; 2];
    let mut pair = (0_u64, false);
    sass! {
        MUFU.RCP (out[1]), (2.0_f32.to_bits());
        DADD (pair.0), 1, 1;
        FSETP.LT.AND (pair.1), PT, (out[0]), (out[1]), PT;
    }
    assert_eq!((out, pair), ([0, 0x3f00_0000], (2.0_f64.to_bits(), true)));
    let early = || -> Option<u32> { Some(sass! { MOV R0, (None?); R0 }) };
    assert_eq!(early(), None);
}

macro_rules! unit {
    ($operation:ident, $x:expr) => {
        sass! { MUFU.$operation R0, $x; R0 }
    };
}

macro_rules! negated {
    ($x:ident) => {
        sass! { FADD R0, -$x, -RZ; R0 }
    };
}

#[test]
fn inside_other_macros() {
    assert_eq!(unit!(RCP, 0x4000_0000), 0x3f00_0000);
    let x = ONE;
    assert_eq!(negated!(x), 0xbf80_0000);
    // A nested `sass!` call has its own registers.
    assert_eq!(sass! { MOV R0, 1; IADD R0, R0, (sass! { IADD R0, R0, 2; R0 }); R0 }, 3);
}
