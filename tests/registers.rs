//! Tests which register types an instruction accepts, and that a move preserves the bits.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

#[test]
fn bit_registers_fit_every_type_of_their_width() {
    let v = ptx! {
        .reg .b16 h; .reg .b32 w; .reg .b64 v;
        mov.u16 h, 1; mov.s16 h, -1;
        mov.u32 w, 1; mov.s32 w, -1; mov.f32 w, 1.0;
        mov.u64 v, 1; mov.s64 v, -1; mov.f64 v, 1.0;
        (h, w, v)
    };
    assert_eq!(v, (0xffff, 0x3f80_0000, 0x3ff0_0000_0000_0000));
}

#[test]
fn every_type_fits_a_bit_instruction_of_its_width() {
    let v = ptx! {
        .reg .f32 f; .reg .f64 d; .reg .s32 s; .reg .u32 u; .reg .s64 sl; .reg .u64 ul;
        .reg .f16 h; .reg .f16x2 hh; .reg .s16 ss; .reg .b32 w; .reg .b64 v; .reg .b16 b;
        mov.b32 f, 0x40490fdb; mov.b32 s, -1; mov.b32 u, 7; mov.b32 hh, 0x3c003c00;
        mov.b64 d, 0x4000000000000000; mov.b64 sl, -1; mov.b64 ul, 9;
        mov.b16 h, 0x3c00; mov.b16 ss, -2;
        mov.b32 w, f; mov.b64 v, d; mov.b16 b, ss;
        (f, d, s, u, sl, ul, h, hh, ss, w, v, b)
    };
    assert_eq!((v.0.to_bits(), v.1), (0x4049_0fdb, 2.0));
    assert_eq!((v.2, v.3, v.4, v.5), (-1, 7, -1, 9));
    assert_eq!((v.6, v.7, v.8), (0x3c00, 0x3c00_3c00, -2));
    assert_eq!((v.9, v.10, v.11), (0x4049_0fdb, 0x4000_0000_0000_0000, 0xfffe));
}

#[test]
fn signed_and_unsigned_fit_each_other() {
    let v = ptx! {
        .reg .s32 s; .reg .u32 u; .reg .s64 sl; .reg .u64 ul; .reg .s16 ss; .reg .u16 us;
        mov.u32 s, 0xFFFFFFFF; mov.s32 u, -2; mov.u64 sl, -3; mov.s64 ul, -4; mov.u16 ss, -5; mov.s16 us, -6;
        (s, u, sl, ul, ss, us)
    };
    assert_eq!(v, (-1, u32::MAX - 1, -3, u64::MAX - 3, -5, u16::MAX - 5));
}

#[test]
fn a_nan_payload_passes_through_registers_of_every_type() {
    const PAYLOAD: u32 = 0xff81_2345;
    let v = ptx! {
        .reg .f32 f, g; .reg .b32 w; .reg .s32 s; .reg .u32 u;
        mov.b32 f, 0xff812345; mov.f32 g, f; mov.b32 w, g; mov.b32 s, g; mov.b32 u, g;
        (w, s, u)
    };
    assert_eq!(v, (PAYLOAD, PAYLOAD.cast_signed(), PAYLOAD));
}

#[test]
fn computations_in_bit_registers() {
    let v = ptx! {
        .reg .b32 w, x; .reg .b64 d;
        mov.b32 w, 0f40000000;
        rcp.rn.f32 x, w;
        fma.rn.f32 w, w, w, x;
        sqrt.rn.f64 d, 4.0;
        (w, d)
    };
    assert_eq!((f32::from_bits(v.0), f64::from_bits(v.1)), (4.5, 2.0));
}

#[test]
fn f32x2_lives_in_b64() {
    let v = ptx! {
        .target sm_100
        .reg .b64 a, d; .reg .f32 lo, hi;
        mov.b64 a, {0f40000000, 0f40400000};
        fma.rn.f32x2 d, a, a, a;
        mov.b64 {lo, hi}, d;
        (lo, hi)
    };
    assert_eq!(v, (6.0, 12.0));
}

#[test]
fn unpacked_elements_go_into_every_type_of_their_width() {
    let v = ptx! {
        .reg .f32 f; .reg .s32 s; .reg .u16 u; .reg .f16 h; .reg .b64 v; .reg .b32 w; .reg .b16 b;
        mov.b32 w, -1;
        mov.b64 v, {0f3F800000, w};
        mov.b64 {f, w}, v;
        mov.b64 {_, s}, v;
        mov.b32 {u, b}, 0x3c000007;
        mov.b32 {_, h}, 0x3c000007;
        (f, s, u, h)
    };
    assert_eq!(v, (1.0, -1, 7, 0x3c00));
}

#[test]
fn statements_run_in_order() {
    let v = ptx! {
        .reg .f32 a, b;
        mov.f32 a, 2.0; mov.f32 b, a; mov.f32 a, 3.0; fma.rn.f32 b, a, b, a; mov.f32 a, b;
        (a, b)
    };
    assert_eq!(v, (9.0, 9.0));
}
