//! Tests `cvt` in `ptx!`: all pairs of types, registers wider than their types, and results from the manual.

use ptx::ptx;

#[test]
fn floats_to_integers_are_rounded_and_clamped() {
    let convert = |x: f32| -> (i32, i32, i32, i32) {
        let (n, z, m, p);
        ptx! {
            cvt.rni.s32.f32 n, x;
            cvt.rzi.s32.f32 z, x;
            cvt.rmi.s32.f32 m, x;
            cvt.rpi.s32.f32 p, x;
        }
        (n, z, m, p)
    };
    assert_eq!(convert(2.5), (2, 2, 2, 3));
    assert_eq!(convert(-2.5), (-2, -2, -3, -2));
    assert_eq!(convert(3e9), (i32::MAX, i32::MAX, i32::MAX, i32::MAX));
    assert_eq!(convert(f32::NEG_INFINITY), (i32::MIN, i32::MIN, i32::MIN, i32::MIN));
    assert_eq!(convert(f32::NAN), (0, 0, 0, 0));
}

#[test]
fn a_nan_becomes_zero_or_the_highest_bit() {
    let (x, y, h) = (f32::NAN, f64::NAN, 0x7fff_u16);
    let (a, b, c, d, e, f, g, i): (i64, u64, u32, i8, u8, i64, u64, i16);
    ptx! {
        cvt.rzi.s64.f32 a, x;
        cvt.rzi.u64.f32 b, x;
        cvt.rzi.u32.f64 c, y;
        cvt.rzi.s8.f64 d, y;
        cvt.rzi.u8.f32 e, x;
        cvt.rzi.s64.f16 f, h;
        cvt.rzi.u64.bf16 g, h;
        cvt.rzi.s16.f16 i, h;
    }
    assert_eq!((a, b, c, d), (i64::MIN, 1 << 63, 1 << 31, i8::MIN));
    assert_eq!((e, f, g, i), (0, i64::MIN, 1 << 63, 0));
}

#[test]
fn an_integer_may_live_in_a_wider_register() {
    let word = 0x1234_56f0_u32;
    // A `cvt` to `.s8` or `.u8` keeps the low byte, and sign-extends or zero-extends it to the register. A `cvt` from
    // `.s8` reads only the low byte of the register.
    let (signed, unsigned, low): (i32, u32, f32) = ptx! {
        .reg .b32 w; .reg .s32 s; .reg .u32 u; .reg .f32 f;
        mov.b32 w, word;
        cvt.s8.s32 s, w;
        cvt.u8.u32 u, w;
        cvt.rn.f32.s8 f, w;
        (s, u, f)
    };
    assert_eq!((signed, unsigned, low), (-16, 0xf0, -16.0));
    let x = -3.7_f32;
    let (narrow, extended): (u64, i64) = ptx! {
        .reg .u64 u; .reg .s64 s;
        cvt.rzi.s16.f32 u, x;
        cvt.rzi.s8.f32 s, x;
        (u, s)
    };
    assert_eq!((narrow, extended), (-3_i64 as u64, -3));
    // A bit register may be wider than the float in it.
    let half = 0xabcd_3e00_u32;
    let (single, back): (f32, u64) = ptx! {
        .reg .b32 h; .reg .f32 f; .reg .b64 d;
        mov.b32 h, half;
        cvt.f32.f16 f, h;
        cvt.rn.f32.f64 d, 1.5;
        (f, d)
    };
    assert_eq!((single, back), (1.5, 0x3fc0_0000));
}

#[test]
fn a_rounding_of_an_exact_conversion_has_no_effect() {
    for bits in 0..=u16::MAX {
        let single = u32::from(bits) << 16;
        let value = f32::from_bits(single);
        let (n, z, m, p): (f32, f32, f32, f32);
        let (rn, rz, rm, rp): (f64, f64, f64, f64);
        ptx! {
            .version 7.8; .target sm_90;
            cvt.rn.f32.bf16 n, bits;
            cvt.rz.f32.bf16 z, bits;
            cvt.rm.f32.bf16 m, bits;
            cvt.rp.f32.bf16 p, bits;
            cvt.rn.f64.bf16 rn, bits;
            cvt.rz.f64.bf16 rz, bits;
            cvt.rm.f64.bf16 rm, bits;
            cvt.rp.f64.bf16 rp, bits;
        }
        assert!([n, z, m, p].iter().all(|x| x.to_bits() == single), "{bits:04x}");
        let is_exact = |x: &f64| *x == f64::from(value) || x.is_nan() && value.is_nan();
        assert!([rn, rz, rm, rp].iter().all(is_exact), "{bits:04x}");
    }
}

#[test]
fn integers_are_cut_extended_and_clamped() {
    let x = -200_i32;
    let (cut, wide, zero, clamped): (i8, i64, u64, i8);
    let (none, top): (u8, i32);
    ptx! {
        .reg .u32 r;
        cvt.s8.s32 cut, x;
        cvt.s64.s32 wide, x;
        mov.b32 r, 0xffffff38;
        cvt.u64.u32 zero, r;
        cvt.sat.s8.s32 clamped, x;
        cvt.sat.u8.s32 none, x;
        cvt.sat.s32.u32 top, r;
    }
    assert_eq!((cut, wide, zero, clamped), (56, -200, 0xffff_ff38, -128));
    assert_eq!((none, top), (0, i32::MAX));
}

#[test]
fn a_move_keeps_a_nan_and_ftz_and_sat_do_not() {
    let nan = f32::from_bits(0xff80_1234);
    let (kept, flushed, clamped): (f32, f32, f32) = ptx! {
        .reg .f32 k, f, s;
        cvt.f32.f32 k, nan;
        cvt.ftz.f32.f32 f, nan;
        cvt.sat.f32.f32 s, nan;
        (k, f, s)
    };
    assert_eq!(kept.to_bits(), 0xff80_1234);
    assert_eq!(flushed.to_bits(), 0x7fff_ffff);
    assert_eq!(clamped.to_bits(), 0);
}

#[test]
fn pairs_and_tf32() {
    let (a, b) = (1.5_f32, -1e9_f32);
    let (pair, brain, finite, tf, tf_away): (u32, u32, u32, u32, u32);
    let tie = 1.0 + 2.0_f32.powi(-11);
    ptx! {
        cvt.rn.f16x2.f32 pair, a, b;
        cvt.rz.relu.bf16x2.f32 brain, a, b;
        cvt.rn.satfinite.f16x2.f32 finite, a, b;
        cvt.rn.tf32.f32 tf, tie;
        cvt.rna.tf32.f32 tf_away, tie;
    }
    assert_eq!(pair, 0x3e00_fc00);
    assert_eq!(brain, 0x3fc0_0000);
    assert_eq!(finite, 0x3e00_fbff);
    assert_eq!((tf, tf_away), (0x3f80_0000, 0x3f80_2000));
}

#[test]
fn the_first_chips_flush_but_not_beside_64_bits_at_first() {
    let tiny = 1e-40_f32;
    let kept: f64 = ptx! { .version 1.4 .target sm_13 .reg .f64 d; cvt.f64.f32 d, tiny; d };
    let flushed: f64 = ptx! { .version 1.5 .target sm_13 .reg .f64 d; cvt.f64.f32 d, tiny; d };
    let up: i32 = ptx! { .version 1.4 .target sm_13 .reg .s32 d; cvt.rpi.s32.f32 d, tiny; d };
    let up_wide: i64 = ptx! { .version 1.4 .target sm_13 .reg .s64 d; cvt.rpi.s64.f32 d, tiny; d };
    assert_eq!((kept, flushed), (f64::from(tiny), 0.0));
    assert_eq!((up, up_wide), (0, 1));
}

#[test]
fn conversions_are_const() {
    const BYTE: u8 = ptx! { .reg .b8 d; cvt.rni.sat.u8.f32 d, 254.5; d };
    const HALF: u16 = ptx! { .reg .b16 d; cvt.rn.f16.f32 d, 0.1; d };
    assert_eq!((BYTE, HALF), (254, 0x2e66));
}
