//! Tests `setp` in `ptx!`: with one or two destinations, with a third predicate as source, and with the sink `_` as
//! destination.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

#[test]
fn every_comparison_of_floats() {
    let results = |a: f32, b: f32| {
        ptx! {
            .reg .pred %p<14>;
            setp.eq.f32 %p0, a, b; setp.ne.f32 %p1, a, b; setp.lt.f32 %p2, a, b; setp.le.f32 %p3, a, b;
            setp.gt.f32 %p4, a, b; setp.ge.f32 %p5, a, b; setp.num.f32 %p6, a, b;
            setp.equ.f32 %p7, a, b; setp.neu.f32 %p8, a, b; setp.ltu.f32 %p9, a, b; setp.leu.f32 %p10, a, b;
            setp.gtu.f32 %p11, a, b; setp.geu.f32 %p12, a, b; setp.nan.f32 %p13, a, b;
            (%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10)
        }
    };
    let (y, n) = (true, false);
    assert_eq!(results(1.0, 2.0), (n, y, y, y, n, n, y, n, y, y, y));
    assert_eq!(results(-0.0, 0.0), (y, n, n, y, n, y, y, y, n, n, y));
    assert_eq!(results(1.0, f32::NAN), (n, n, n, n, n, n, n, y, y, y, y));
    let (gtu, geu, nan);
    ptx! { setp.gtu.f64 gtu, 1.0, 2.0; setp.geu.f64 geu, 2.0, 2.0; setp.nan.f64 nan, 2.0, 2.0; }
    assert_eq!((gtu, geu, nan), (n, y, n));
}

#[test]
fn both_results() {
    let (a, b) = (1.0f32, 2.0f32);
    let (p, q);
    ptx! { setp.lt.f32 p|q, a, b; }
    assert_eq!((p, q), (true, false));
    let mut out = [false; 2];
    ptx! { setp.gt.f64 (out[0]) | (out[1]), 1.0, 2.0; }
    assert_eq!(out, [false, true]);
    let v = ptx! { .reg .pred %p, $q; setp.nan.f32 %p|$q, a, b; (%p, $q) };
    assert_eq!(v, (false, true));
}

#[test]
fn a_result_thrown_away() {
    let (a, b) = (1u32, 2u32);
    let (p, q);
    ptx! { setp.lt.u32 p|_, a, b; setp.lt.u32 _|q, a, b; setp.lt.u32 _, a, b; }
    assert_eq!((p, q), (true, false));
}

#[test]
fn the_complement_is_combined_not_the_combination_complemented() {
    for c in [false, true] {
        let v = ptx! {
            .reg .pred %p<6>;
            setp.lt.and.f32 %p0|%p1, 1.0, 2.0, c;
            setp.lt.or.f32 %p2|%p3, 1.0, 2.0, c;
            setp.lt.xor.f32 %p4|%p5, 1.0, 2.0, c;
            (%p0, %p1, %p2, %p3, %p4, %p5)
        };
        assert_eq!(v, (c, false, true, c, !c, c));
    }
}

#[test]
fn combined_with_a_complement_or_a_literal() {
    let v = ptx! {
        .reg .pred %p<5>;
        mov.pred %p4, 1;
        setp.eq.and.s32 %p0, 1, 1, !%p4;
        setp.eq.or.s32 %p1, 1, 2, 1;
        setp.eq.xor.s32 %p2, 1, 1, !0;
        setp.eq.and.s32 %p3, 1, 1, (1 + 1 == 2);
        (%p0, %p1, %p2, %p3)
    };
    assert_eq!(v, (false, true, false, true));
}

#[test]
fn a_source_may_be_a_destination() {
    let v = ptx! {
        .reg .pred p, q;
        setp.lt.f32 p|q, 1.0, 2.0;
        setp.gt.xor.f32 q|p, 1.0, 2.0, p;
        (p, q)
    };
    assert_eq!(v, (false, true));
}

#[test]
fn guards_from_comparisons() {
    for (x, expected) in [(-3.0f32, 3.0f32), (4.0, 4.0), (-0.0, -0.0)] {
        let y = ptx! {
            .reg .pred p, q; .reg .f32 y;
            setp.lt.f32 p|q, x, 0.0;
            @p neg.f32 y, x;
            @q mov.f32 y, x;
            y
        };
        assert_eq!(y.to_bits(), expected.to_bits());
    }
    let (mut p, mut q) = (true, true);
    ptx! { @false setp.lt.f32 p|q, 2.0, 1.0; @!true setp.lt.f32 p, 2.0, 1.0; }
    assert!(p && q);
    ptx! { @p setp.lt.f32 p|q, 2.0, 1.0; }
    assert!(!p && q);
}

#[test]
fn integers_by_their_sign() {
    let (minus, one) = (-1i32, 1i32);
    let v = ptx! {
        .reg .pred %p<10>; .reg .b32 m, o;
        mov.b32 m, (minus as u32); mov.b32 o, (one as u32);
        setp.lt.s32 %p0, m, o; setp.lt.u32 %p1, m, o; setp.lo.u32 %p2, m, o; setp.hs.u32 %p3, m, o;
        setp.ls.u32 %p4, o, o; setp.hi.u32 %p5, m, o; setp.ne.b32 %p6, m, o; setp.ge.s32 %p7, minus, one;
        setp.eq.b32 %p8, m, -1; setp.gt.u32 %p9, m, o;
        (%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9)
    };
    assert_eq!(v, (true, false, false, true, true, true, true, false, true, true));
    let (h, w) = (0x8000u16, 1u64 << 63);
    let v = ptx! {
        .reg .pred %p<6>; .reg .b16 h; .reg .b64 w;
        mov.b16 h, (h); mov.b64 w, (w);
        setp.lt.s16 %p0, h, 0; setp.lt.u16 %p1, h, 0; setp.eq.b16 %p2, h, 0x8000;
        setp.lt.s64 %p3, w, 0; setp.hs.u64 %p4, w, 0; setp.ne.b64 %p5, w, 0;
        (%p0, %p1, %p2, %p3, %p4, %p5)
    };
    assert_eq!(v, (true, false, true, true, true, true));
}

#[test]
fn ftz_and_first_architectures_flush() {
    let tiny = f32::from_bits(1);
    let (kept, flushed, first);
    ptx! { setp.gt.f32 kept, tiny, 0.0; setp.gt.ftz.f32 flushed, tiny, 0.0; }
    ptx! { .version 1.4 .target sm_13 setp.gt.f32 first, tiny, 0.0; }
    assert_eq!((kept, flushed, first), (true, false, false));
}

#[test]
fn doubles_under_map_are_singles() {
    let x = 1.0 + 2.0f64.powi(-40);
    let (mapped, own);
    ptx! { .version 1.4 .target sm_12, map_f64_to_f32 setp.eq.and.f64 mapped, x, 1.0, true; }
    ptx! { .version 1.4 .target sm_13 setp.eq.and.f64 own, x, 1.0, true; }
    assert_eq!((mapped, own), (true, false));
}

#[test]
fn halves_and_their_pairs() {
    let (one, two) = (0x3c00u16, 0x4000u16);
    let (a, b) = (0x4000_3c00u32, 0x3c00_4000u32);
    let v = ptx! {
        .reg .pred %p<8>;
        setp.lt.f16 %p0, one, two; setp.lt.ftz.f16 %p1, (1), (2);
        setp.gt.xor.bf16 %p2, two, one, (true);
        setp.lt.f16x2 %p3|%p4, a, b; setp.ge.or.bf16x2 %p5|%p6, a, b, (false); setp.lt.and.ftz.f16x2 _|%p7, b, a, 1;
        (%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7)
    };
    assert_eq!(v, (true, false, false, true, false, false, true, true));
}

#[test]
fn in_a_constant() {
    const V: (bool, bool) = ptx! { .reg .pred p, q; setp.lt.f32 p|q, 1.0, 2.0; (p, q) };
    assert_eq!(V, (true, false));
}
