//! Tests packed integers, SIMD video instructions, `cvt.pack`, `lop3` with a predicate, and vector moves in
//! `ptx!`.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

ptx::dialect! { packed = .version 9.4 .target sm_120a }

#[test]
fn packed_integers_are_words() {
    let (a, b) = (0x7f80_01ff_u32, 0x0101_0101_u32);
    let (sum, clamped, least, opposite): (u32, u32, u32, u32);
    packed! {
        add.u8x4 sum, a, b;
        add.sat.s8x4 clamped, a, b;
        min.relu.s16x2 least, a, b;
        .reg .b32 t;
        mov.b32 t, a;
        neg.s8x4 t, t;
        mov.b32 opposite, t;
    }
    assert_eq!(sum, 0x8081_0200);
    assert_eq!(clamped, 0x7f81_0200);
    assert_eq!(least, 0x0101_0101);
    assert_eq!(opposite, 0x8180_ff01);
}

#[test]
fn lanes_of_operands() {
    let (a, b, c) = (0x0403_0201_u32, 0x4030_2010_u32, 0x9999_9999_u32);
    let (all, some, picked, sum, halves): (u32, u32, u32, u32, u32);
    ptx! {
        vadd4.u32.u32.u32 all, a, b, c;
        vadd4.u32.u32.u32 some.b20, a, b, c;
        vadd4.u32.u32.u32 picked, a.b7777, (b).b0123, c;
        vadd4.u32.u32.u32.add sum.b10, a, b.b4444, c;
        vset2.u32.u32.lt halves.h1, a.h00, b.h32, c;
    }
    assert_eq!(all, 0x4433_2211);
    assert_eq!(some, 0x9933_9911);
    assert_eq!(picked, 0x4142_4344);
    assert_eq!(sum, 0x9999_9999 + 0x12 + 0x11);
    assert_eq!(halves, 0x0001_9999);
}

#[test]
fn lanes_after_places_and_fragments() {
    macro_rules! low_byte {
        ($d:ident, $a:expr) => {
            ptx! { vmax4.u32.u32.u32 $d.b0, $a.b0000, (0x7f_u32), (0x0102_0304_u32); }
        };
    }
    let mut out = [0_i32; 2];
    let d: u32;
    low_byte!(d, 0x80_u32 + 1);
    ptx! {
        .reg .b32 %t;
        mov.b32 %t, 5;
        vsub4.s32.s32.s32.sat (out[1]).b3210, %t.b0000, %t.b4444, %t;
    }
    // The unsigned maximum of 81 and 7f (hexadecimal) replaces byte 0 of 01020304.
    assert_eq!(d, 0x0102_0381);
    assert_eq!(out, [0, 0]);
}

#[test]
fn a_pack_of_four_bytes() {
    let x = [300, -1, 65, 7];
    let packed: u32;
    ptx! {
        .reg .b32 t;
        cvt.pack.sat.u8.s32.b32 t, (x[3]), (x[2]), 0;
        cvt.pack.sat.u8.s32.b32 packed, (x[1]), (x[0]), t;
    }
    assert_eq!(packed.to_le_bytes(), [255, 0, 65, 7]);
}

#[test]
fn lop3_says_whether_a_bit_is_set() {
    let (a, b, q) = (0xff00_u32, 0x0ff0_u32, false);
    let (both, any, none): (u32, bool, bool);
    ptx! {
        lop3.or.b32 both|any, a, b, 0, 0xC0, q;
        lop3.and.b32 _|none, a, b, 0, 0xC0, !any;
    }
    assert_eq!((both, any, none), (0x0f00, true, false));
}

#[test]
fn moves_of_several() {
    let (a, b) = (1.5_f32, -2.0_f32);
    let (c, d, second): (f32, f32, u64);
    ptx! {
        .reg .f32 %f<2>;
        mov.v2.f32 {%f0, %f1}, {a, b};
        mov.v2.f32 {%f0, %f1}, {%f1, %f0};
        mov.v2.f32 {c, d}, {%f0, %f1};
        mov.v2.b64 {_, second}, {1, 2};
    }
    // All sources are read before any destination is written.
    assert_eq!((c, d, second), (-2.0, 1.5, 2));
    let (w, x, y, z): (u16, u16, u16, u16);
    ptx! { mov.v4.u16 {w, x, y, z}, {4, 3, 2, 1}; }
    assert_eq!([w, x, y, z], [4, 3, 2, 1]);
}
