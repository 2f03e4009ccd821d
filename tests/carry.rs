//! Tests the carry flag in `ptx!` across statements, scopes and guards.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

/// Adds two 128-bit numbers, lowest word first.
const fn sum(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    let mut d = [0; 4];
    ptx! {
        add.cc.u32  (d[0]), (a[0]), (b[0]);
        addc.cc.u32 (d[1]), (a[1]), (b[1]);
        addc.cc.u32 (d[2]), (a[2]), (b[2]);
        addc.u32    (d[3]), (a[3]), (b[3]);
    }
    d
}

const fn words(x: u128) -> [u32; 4] {
    [x as u32, (x >> 32) as u32, (x >> 64) as u32, (x >> 96) as u32]
}

const NUMBERS: [u128; 6] = [
    0,
    1,
    u128::MAX,
    0xffff_ffff_ffff_ffff,
    0x8000_0000_7fff_ffff_ffff_fffe_0000_0001,
    0x0123_4567_89ab_cdef_fedc_ba98_7654_3210,
];

#[test]
fn sums_and_differences_of_128_bits() {
    for (a, b) in NUMBERS.iter().flat_map(|a| NUMBERS.map(|b| (*a, b))) {
        assert_eq!(sum(words(a), words(b)), words(a.wrapping_add(b)), "{a:x} + {b:x}");
        let ([a0, a1], [b0, b1]) = ([a as u64, (a >> 64) as u64], [b as u64, (b >> 64) as u64]);
        let (low, high, borrow): (u64, u64, i64);
        ptx! {
            sub.cc.u64  low, a0, b0;
            subc.cc.u64 high, a1, b1;
            subc.s64    borrow, 0, 0;
        }
        let difference = u128::from(high) << 64 | u128::from(low);
        assert_eq!((difference, borrow != 0), a.overflowing_sub(b), "{a:x} - {b:x}");
    }
}

#[test]
fn a_product_of_128_bits() {
    for (a, b) in NUMBERS.iter().flat_map(|a| NUMBERS.map(|b| (*a as u64, b as u64))) {
        let product: u128 = u128::from(a) * u128::from(b);
        let [a0, a1, b0, b1] = [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32];
        let (d0, d1, d2, d3) = ptx! {
            .reg .u32 %d<4>;
            mul.lo.u32      %d0, a0, b0;
            mul.hi.u32      %d1, a0, b0;
            mad.lo.cc.u32   %d1, a1, b0, %d1;
            madc.hi.u32     %d2, a1, b0, 0;
            mad.lo.cc.u32   %d1, a0, b1, %d1;
            madc.hi.cc.u32  %d2, a0, b1, %d2;
            addc.u32        %d3, 0, 0;
            mad.lo.cc.u32   %d2, a1, b1, %d2;
            madc.hi.u32     %d3, a1, b1, %d3;
            (%d0, %d1, %d2, %d3)
        };
        assert_eq!([d0, d1, d2, d3], words(product), "{a:x} * {b:x}");
    }
}

#[test]
fn the_flag_passes_scopes_and_other_instructions() {
    let (x, y): (u32, u32);
    ptx! {
        { .reg .u32 t; add.cc.u32 t, 0xFFFFFFFF, 1; }
        .reg .b32 other;
        xor.b32 other, 1, 2;
        add.u32 other, other, 7;
        { { addc.cc.u32 x, 10, 0; } }
        addc.u32 y, 20, 0;
    }
    assert_eq!((x, y), (11, 20));
}

#[test]
fn where_a_guard_does_not_hold_the_flag_stays() {
    let carry = |first: bool, second: bool| -> u32 {
        ptx! {
            .reg .pred p;
            .reg .u32 t, d;
            mov.pred p, first;
            add.cc.u32 t, 0, 0;
            @p add.cc.u32 t, 0xFFFFFFFF, 1;
            @!second add.cc.u32 t, 0, 0;
            addc.u32 d, 0, 0;
            d
        }
    };
    assert_eq!(carry(true, true), 1);
    assert_eq!(carry(false, true), 0);
    assert_eq!(carry(true, false), 0);
}

#[test]
fn a_guarded_chain_is_read_under_its_guard() {
    let add = |p: bool, a: u64, b: u64| -> u64 {
        let [a0, a1, b0, b1] = [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32];
        let (mut d0, mut d1) = (0_u32, 0_u32);
        ptx! {
            @p  add.cc.u32 d0, a0, b0;
            @p  addc.u32 d1, a1, b1;
            @!p sub.cc.u32 d0, a0, b0;
            @!p subc.u32 d1, a1, b1;
        }
        u64::from(d1) << 32 | u64::from(d0)
    };
    assert_eq!(add(true, 0x1_ffff_ffff, 1), 0x2_0000_0000);
    assert_eq!(add(false, 0x2_0000_0000, 1), 0x1_ffff_ffff);
}

#[test]
fn each_call_has_a_flag_of_its_own() {
    let (inner, outer): (u32, u32);
    ptx! {
        .reg .u32 t;
        add.cc.u32 t, 0xFFFFFFFF, 1;
        mov.u32 inner, (ptx! { .reg .u32 t, d; add.cc.u32 t, 1, 1; addc.u32 d, 0, 0; d });
        addc.u32 outer, 0, 0;
    }
    assert_eq!((inner, outer), (0, 1));
}

#[test]
fn a_carry_that_nobody_reads_is_no_variable() {
    let sum: u32 = ptx! { .reg .u32 d; add.cc.u32 d, 7, 8; d };
    assert_eq!(sum, 15);
}

#[test]
fn chains_are_const() {
    const SUM: [u32; 4] = sum([u32::MAX, u32::MAX, u32::MAX, 0], [1, 0, 0, 0]);
    assert_eq!(SUM, [0, 0, 0, 1]);
}

/// Tests the chains of `tests/chains.tsv` that mix sums and differences.
#[test]
fn mixed_chains_pass_the_carry_of_the_machine() {
    macro_rules! chain {
        ($($instruction:ident $(. $modifier:ident)* $d:ident, $($source:expr),*;)* => $($result:expr),*) => {{
            const RESULTS: &[u64] = {
                $(let $d;)*
                ptx! { $($instruction $(. $modifier)* $d, $($source),*;)* }
                &[$($d as u64),*]
            };
            assert_eq!(RESULTS, [$($result),*], "{}", stringify!($($instruction $($source),*;)*));
        }};
    }
    chain!(sub.cc.u32 d, 1, 2; addc.u32 e, 0, 0; => 0xffff_ffff, 0);
    chain!(add.cc.u32 d, 1, 2; subc.u32 e, 0, 0; => 3, 0xffff_ffff);
    chain!(sub.cc.u32 d, 1, 2; madc.lo.u32 e, 1, 2, 0; => 0xffff_ffff, 2);
    chain!(add.cc.u32 d, 0xffffffff, 1; subc.cc.u32 e, 5, 3; addc.u32 f, 7, 0; => 0, 2, 8);
    chain!(sub.cc.u32 d, 5, 3; addc.cc.u32 e, 0xffffffff, 0; subc.u32 f, 0, 0; => 2, 0, 0);
    chain!(
        mad.lo.cc.u32 d, 0xffffffff, 0xffffffff, 0xffffffff; subc.cc.u32 e, 0, 0;
        madc.hi.u32 f, 0xffffffff, 0xffffffff, 1; => 0, 0, 0
    );
    chain!(sub.cc.u32 d, 3, 3; addc.u32 e, 1, 1; => 0, 3);
    chain!(sub.cc.u64 d, 1, 2; addc.u64 e, 0, 0; => u64::MAX, 0);
    chain!(
        add.cc.s64 d, 0xffffffffffffffff, 1; subc.cc.s64 e, 5, 3; addc.s64 f, 7, 0; => 0, 2, 8
    );
    chain!(
        mad.hi.cc.s64 d, 0x8000000000000000, 0x8000000000000000, 0xffffffffffffffff;
        subc.cc.s64 e, 0, 1; madc.lo.s64 f, 3, 5, 0; => 0x3fff_ffff_ffff_ffff, u64::MAX, 15
    );
    chain!(sub.cc.s32 d, 0, 1; addc.u64 e, 0xffffffffffffffff, 0; => u64::MAX, u64::MAX);
    chain!(sub.cc.u64 d, 7, 7; addc.cc.u32 e, 0xffffffff, 0; subc.s32 f, 2, 1; => 0, 0, 1);
}

#[test]
fn a_guard_decides_whose_flag_is_read() {
    let third = |subtract: bool, a: u32, b: u32| -> u32 {
        ptx! {
            .reg .u32 t, d;
            add.cc.u32 t, a, b;
            @subtract sub.cc.u32 t, a, b;
            addc.u32 d, 10, 0;
            d
        }
    };
    // The carry of 1 + 2 is 0, that of 1 + ~2 + 1 is 0, and that of 2 + ~1 + 1 is 1.
    assert_eq!([third(false, 1, 2), third(true, 1, 2), third(true, 2, 1)], [10, 10, 11]);
    assert_eq!([third(false, !0, 1), third(true, !0, 1), third(false, 2, 1)], [11, 11, 10]);
}
