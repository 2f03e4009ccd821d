//! Tests operands of `ptx!`: registers, variables, expressions, assignable places, vectors and `_`.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;
use std::cell::RefCell;

struct Point {
    x: f32,
    y: f32,
}

#[test]
fn a_variable_without_a_value_and_a_mutable_one() {
    let a = 2.0_f32;
    let d;
    ptx! { rcp.rn.f32 d, a; }
    assert_eq!(d, 0.5);
    let mut e = 1.0_f32;
    ptx! { fma.rn.f32 e, e, 2.0, e; }
    ptx! { fma.rn.f32 e, e, 2.0, e; }
    assert_eq!(e, 9.0);
}

#[test]
fn a_variable_is_inferred_from_the_instruction() {
    let (a, b, c, d, e);
    ptx! { mov.f32 a, 1.0; mov.f64 b, 1.0; mov.s16 c, -1; mov.u64 d, 1; mov.pred e, 1; }
    assert_eq!((a, b, c, d, e), (1.0_f32, 1.0_f64, -1_i16, 1_u64, true));
}

#[test]
fn places() {
    let mut out = [0.0_f32; 3];
    let mut p = Point { x: 0.0, y: 0.0 };
    let mut value = 0.0_f32;
    let r = &mut value;
    let mut nested = vec![(0_u32, [0_u64; 2])];
    ptx! {
        mov.f32 (out[1]), 1.0;
        mov.f32 (p.x), 2.0;
        fma.rn.f32 (p.y), (p.x), (out[1]), 1.0;
        mov.f32 (*r), 4.0;
        mov.b32 (nested[0].0), 5;
        mov.b64 (nested[0].1[1]), 6;
    }
    assert_eq!((out, p.x, p.y, value), ([0.0, 1.0, 0.0], 2.0, 3.0, 4.0));
    assert_eq!(nested, [(5, [0, 6])]);
}

#[test]
fn one_statement_reads_and_writes_one_place() {
    let mut out = [3.0_f32];
    ptx! { fma.rn.f32 (out[0]), (out[0]), (out[0]), (out[0]); }
    assert_eq!(out, [12.0]);
    let v = ptx! { .reg .f32 t; mov.f32 t, 3.0; fma.rn.f32 t, t, t, t; t };
    assert_eq!(v, 12.0);
}

#[test]
fn sources_are_evaluated_once_from_left_to_right_before_the_write() {
    let order = RefCell::new(Vec::new());
    let next = |word, value: f32| {
        order.borrow_mut().push(word);
        value
    };
    let place = |word| {
        order.borrow_mut().push(word);
        0_usize
    };
    let mut out = [0.0_f32; 1];
    ptx! { fma.rn.f32 (out[place("d")]), (next("a", 2.0)), (next("b", 3.0)), (next("c", 4.0)); }
    assert_eq!(*order.borrow(), ["a", "b", "c", "d"]);
    assert_eq!(out, [10.0]);
}

#[test]
fn a_source_that_changes_a_variable_read_later() {
    let mut n = 1_u32;
    let v: u64 = ptx! { .reg .b64 v; mov.b64 v, {({ n += 1; n }), n}; v };
    assert_eq!(v, 0x2_0000_0002);
}

fn parsed(text: &str) -> Result<f32, std::num::ParseFloatError> {
    let d: f32;
    ptx! { rcp.rn.f32 d, (text.parse::<f32>()?); }
    Ok(d)
}

fn early(flag: bool) -> u32 {
    let d: u32;
    ptx! { mov.b32 d, (if flag { return 7 } else { 1 }); }
    d
}

#[test]
fn question_mark_return_continue_and_break_work_in_the_function_itself() {
    assert_eq!(parsed("4"), Ok(0.25));
    assert!(parsed("four").is_err());
    assert_eq!((early(false), early(true)), (1, 7));
    let mut sum = 0.0_f32;
    for i in 0..10_u8 {
        let odd = i % 2 == 1;
        ptx! {
            .reg .f32 t;
            mov.f32 t, (if odd { continue } else if i > 6 { break } else { f32::from(i) });
            fma.rn.f32 sum, t, 1.0, sum;
        }
    }
    assert_eq!(sum, 12.0);
    let mut n = 0_u32;
    let found = loop {
        ptx! { mov.b32 n, (if n == 5 { break n } else { n + 1 }); }
    };
    assert_eq!(found, 5);
}

#[test]
fn vectors_pack_and_unpack_from_the_low_bits() {
    let (a, b, c, d) = (0x1111_u16, 0x2222, 0x3333, 0x4444);
    let four: u64 = ptx! { .reg .b64 v; mov.b64 v, {a, b, c, d}; v };
    assert_eq!(four, 0x4444_3333_2222_1111);
    let two: u32 = ptx! { .reg .b32 v; mov.b32 v, {a, b}; v };
    assert_eq!(two, 0x2222_1111);
    let (e, f, g, h): (u16, u16, u16, u16);
    ptx! { mov.b64 {e, f, g, h}, four; }
    assert_eq!((e, f, g, h), (a, b, c, d));
    let (i, j, k, l): (u8, u8, u8, u8);
    ptx! { mov.b32 {i, j, k, l}, two; }
    assert_eq!((i, j, k, l), (0x11, 0x11, 0x22, 0x22));
    let (m, n): (u8, u8);
    ptx! { mov.b16 {m, n}, 0x1234; }
    assert_eq!((m, n), (0x34, 0x12));
}

#[test]
fn a_vector_takes_every_kind_of_operand() {
    let hi = 2_u32;
    let mut out = [0_u32; 2];
    let v = ptx! {
        .reg .b64 v, w; .reg .f32 f; .reg .s32 s;
        mov.b64 v, {0f3F800000, (hi + 1)};
        mov.b64 {f, _}, v;
        mov.b64 {_, s}, v;
        mov.b64 w, {s, hi};
        mov.b64 {(out[0]), _}, w;
        mov.b64 {_, (out[1])}, w;
        (f, s, w)
    };
    assert_eq!(v, (1.0_f32, 3_i32, 0x2_0000_0003_u64));
    assert_eq!(out, [3, 2]);
}

/// Tests that the first vector element is the low half, as in the manual's pseudocode of `mov`: `d = a.x | (a.y <<
/// 64)`.
#[test]
fn quadwords_pack_and_unpack_from_the_low_bits() {
    const WHOLE: u128 = {
        let (low, high) = (0x1111_2222_3333_4444_u64, 0x5555_6666_7777_8888_u64);
        ptx! { .reg .b128 q; mov.b128 q, {low, high}; q }
    };
    assert_eq!(WHOLE, 0x5555_6666_7777_8888_1111_2222_3333_4444);
    let (low, high): (u64, u64);
    ptx! { mov.b128 {low, high}, WHOLE; }
    assert_eq!((low, high), (0x1111_2222_3333_4444, 0x5555_6666_7777_8888));
    let swapped: u128 = ptx! {
        .version 8.3 .target sm_70
        .reg .b128 q, %q<2>; .reg .u64 low, high; .reg .pred p;
        mov.b128 {low, _}, WHOLE;
        mov.b128 {_, high}, (WHOLE);
        mov.b128 q, {high, low};
        setp.eq.u64 p, low, 0;
        mov.b128 %q1, q;
        @p mov.b128 %q1, {1, 2};
        %q1
    };
    assert_eq!(swapped, WHOLE.rotate_left(64));
    let words: (u32, u32, u32) = ptx! {
        .reg .b128 q; .reg .b32 %r<3>;
        mov.b128 q, {1, 2, 0x80000003, 4};
        mov.b128 {%r0, _, %r1, %r2}, q;
        (%r0, %r1, %r2)
    };
    assert_eq!(words, (1, 0x8000_0003, 4));
    // A conversion reads the low bits of a wider register, and extends its result to a wider register.
    let (low, extended): (u32, u128) = ptx! {
        .reg .b128 q, r; .reg .u32 low;
        mov.b128 q, {0xfffffffffffffffe, 7};
        cvt.u32.u64 low, q;
        cvt.s64.s32 r, low;
        (low, r)
    };
    assert_eq!((low, extended), (0xffff_fffe, u128::MAX - 1));
}

#[test]
fn a_vector_may_swap_its_register() {
    let v = ptx! {
        .reg .b64 v; .reg .b32 lo, hi;
        mov.b64 v, {1, 2}; mov.b64 {lo, hi}, v; mov.b64 v, {hi, lo}; v
    };
    assert_eq!(v, 0x1_0000_0002);
}

#[test]
fn elements_of_a_destination_are_written_from_left_to_right() {
    let v = ptx! { .reg .b32 e; mov.b64 {e, e}, 0x200000001; e };
    assert_eq!(v, 2);
}

#[test]
fn a_complement_stands_before_a_predicate() {
    let yes = true;
    let v = ptx! { .reg .pred p, q, r; mov.pred p, !yes; mov.pred q, !p; mov.pred r, !(yes); (p, q, r) };
    assert_eq!(v, (false, true, false));
}

#[test]
fn white_space_means_nothing() {
    let a = 2.0_f32;
    let (b, c): (f32, f32);
    ptx! {rcp.rn.f32 b,a;}
    ptx! { rcp . rn
    . f32   c
    , a
    ; }
    assert_eq!([b, c], [0.5; 2]);
}

#[test]
fn self_and_constants_and_keywords_as_rust_names() {
    const HALF: f32 = 0.5;
    static THIRD: u32 = 3;
    let r#type = 4_u32;
    struct Holder(u32);
    impl Holder {
        fn read(self) -> (f32, u32, u32, u32) {
            let _ = self.0;
            ptx! {
                .reg .f32 h; .reg .b32 t, u, v;
                mov.f32 h, HALF; mov.b32 t, THIRD; mov.b32 u, (self.0); mov.b32 v, 1; (h, t, u, v)
            }
        }
    }
    let v = ptx! { .reg .b32 t; mov.b32 t, type; t };
    let w = ptx! { .reg .b32 t; mov.b32 t, r#type; t };
    assert_eq!((v, w), (4, 4));
    assert_eq!(Holder(9).read(), (0.5, 3, 9, 1));
}

#[test]
fn a_rust_variable_has_exactly_the_rust_type_of_the_instruction() {
    let (f, d): (f32, f64) = (1.5, 2.5);
    let (b16, b32, b64): (u16, u32, u64) = (1, 2, 3);
    let (s16, s32, s64): (i16, i32, i64) = (-1, -2, -3);
    let p = true;
    let (f_, d_): (f32, f64);
    let (b16_, b32_, b64_): (u16, u32, u64);
    let (u16_, u32_, u64_): (u16, u32, u64);
    let (s16_, s32_, s64_): (i16, i32, i64);
    let p_: bool;
    ptx! {
        mov.f32 f_, f; mov.f64 d_, d; mov.pred p_, p;
        mov.b16 b16_, b16; mov.b32 b32_, b32; mov.b64 b64_, b64;
        mov.u16 u16_, b16; mov.u32 u32_, b32; mov.u64 u64_, b64;
        mov.s16 s16_, s16; mov.s32 s32_, s32; mov.s64 s64_, s64;
    }
    assert_eq!((f_, d_, p_), (f, d, p));
    assert_eq!((b16_, b32_, b64_), (b16, b32, b64));
    assert_eq!((u16_, u32_, u64_), (b16, b32, b64));
    assert_eq!((s16_, s32_, s64_), (s16, s32, s64));
}

#[test]
fn packed_f32x2_is_u64_with_lane_0_low() {
    let a = u64::from(2.0_f32.to_bits()) | u64::from(3.0_f32.to_bits()) << 32;
    let d: u64;
    ptx! { .target sm_100 fma.rn.f32x2 d, a, a, a; }
    assert_eq!(f32::from_bits(u32::try_from(d & 0xffff_ffff).unwrap()), 6.0);
    assert_eq!(f32::from_bits(u32::try_from(d >> 32).unwrap()), 12.0);
}
