//! Tests the floating-point instructions in `ptx!`: spellings, defaults, and forms that are easily confused with each
//! other.

use ptx::ptx;

/// Returns the bits of a float.
fn bits(x: f32) -> u32 {
    x.to_bits()
}

#[test]
fn rounding_is_to_nearest_by_default() {
    let (one, tiny) = (1.0f32, 2.0f32.powi(-30));
    let (default, rn, rz, rm, rp);
    ptx! {
        add.f32 default, one, tiny;
        add.rn.f32 rn, one, tiny;
        sub.rz.f32 rz, one, tiny;
        sub.rm.ftz.f32 rm, one, tiny;
        add.rp.sat.f32 rp, one, tiny;
    }
    assert_eq!(
        [default, rn, rz, rm, rp].map(bits),
        [0x3f80_0000, 0x3f80_0000, 0x3f7f_ffff, 0x3f7f_ffff, 0x3f80_0000]
    );
    let third = ptx! { .reg .f64 %d; mul.rp.f64 %d, 0.1, 0.1; %d };
    assert_eq!(third.to_bits(), 0x3f84_7ae1_47ae_147c);
    let d = ptx! { .reg .f64 %d; sub.f64 %d, 1.0, 0.5; add.rm.f64 %d, %d, 1.0; %d };
    assert_eq!(d, 1.5);
}

#[test]
fn first_architectures_flush_and_truncate() {
    let (a, b) = (f32::from_bits(0x3f80_0c00), f32::from_bits(0x0000_0001));
    let (first, fused, kept, flushed);
    ptx! { .version 1.4 .target sm_10 mad.f32 first, a, a, 0fbf800000; }
    ptx! { .version 2.0 .target sm_20 mad.rn.f32 fused, a, a, 0fbf800000; }
    assert_eq!([first, fused].map(bits), [0x3a40_0800, 0x3a40_0900]);
    ptx! { .version 3.0 .target sm_20 add.f32 kept, b, 0.0; }
    ptx! { .version 3.0 .target sm_13 add.f32 flushed, b, 0.0; }
    assert_eq!([kept, flushed].map(bits), [1, 0]);
    let saturated =
        ptx! { .version 1.4 .target sm_11 .reg .f32 d; mad.ftz.sat.f32 d, 2.0, 2.0, 1.0; d };
    assert_eq!(saturated, 1.0);
}

#[test]
fn doubles_under_map_are_singles() {
    ptx::dialect! { first = .version 1.4 .target sm_12, map_f64_to_f32 }
    let x = 1.0 + 2.0f64.powi(-30);
    let d = first! {
        .reg .f64 %d<8>;
        add.f64 %d0, x, 0.0; sub.rz.f64 %d1, x, 0.0; mul.rn.f64 %d2, x, x; mad.rz.f64 %d3, x, x, 1.0;
        neg.f64 %d4, x; abs.f64 %d5, %d4; min.f64 %d6, x, 2.0; max.f64 %d7, x, 2.0;
        (%d0, %d1, %d2, %d3, %d4, %d5, %d6, %d7)
    };
    assert_eq!(d, (1.0, 1.0, 1.0, 2.0, -1.0, 1.0, 1.0, 2.0));
    let fused = ptx! { .version 1.4 .target sm_13 .reg .f64 d; mad.rn.f64 d, x, x, -1.0; d };
    assert_eq!(fused, 2.0f64.powi(-29) + 2.0f64.powi(-60));
    assert_eq!(
        ptx! { .version 1.3 .target sm_13 .reg .f64 d; mad.f64 d, x, 1.0, -1.0; d },
        2.0f64.powi(-30)
    );
}

#[test]
fn signs_and_classes() {
    let (x, y) = (-1.5f32, 2.0f64);
    let (n, a, c, d, e);
    ptx! {
        neg.f32 n, x; abs.ftz.f32 a, x; copysign.f32 c, x, 3.0; copysign.f64 d, -0.0, y; neg.f64 e, y;
    }
    assert_eq!((n, a, c, d, e), (1.5, 1.5, -3.0, -2.0, -2.0));
    let classes = ptx! {
        .reg .pred %p<6>;
        testp.finite.f32 %p0, x; testp.infinite.f64 %p1, y; testp.number.f32 %p2, 0f7fc00000;
        testp.notanumber.f32 %p3, 0f7fc00000; testp.normal.f32 %p4, 0.0; testp.subnormal.f64 %p5, 0d0000000000000001;
        (%p0, %p1, %p2, %p3, %p4, %p5)
    };
    assert_eq!(classes, (true, false, false, true, true, true));
}

#[test]
fn min_and_max() {
    let nan = f32::NAN;
    let r = ptx! {
        .reg .f32 %f<6>;
        min.f32 %f0, nan, 1.0; max.NaN.f32 %f1, nan, 1.0; min.xorsign.abs.f32 %f2, -3.0, 2.0;
        max.abs.f32 %f3, 1.0, -5.0, nan; min.ftz.NaN.f32 %f4, 3.0, 1.0, 2.0; max.f32 %f5, -0.0, 0.0;
        (%f0, %f1, %f2, %f3, %f4, %f5)
    };
    assert_eq!(
        [r.0, r.1, r.2, r.3, r.4, r.5].map(bits),
        [1.0, f32::from_bits(0x7fff_ffff), -2.0, 5.0, 1.0, 0.0].map(bits)
    );
    let d = ptx! { .reg .f64 d; max.f64 d, 1.0, 2.0; min.f64 d, d, 1.5; d };
    assert_eq!(d, 1.5);
}

#[test]
fn packed_singles() {
    let (a, b) = (0x4000_0000_3fc0_0000u64, 0x3f80_0000_3f80_0000u64);
    let d = ptx! { .reg .b64 %v<4>;
        add.f32x2 %v0, a, b; sub.rz.f32x2 %v1, a, b; mul.rn.ftz.f32x2 %v2, a, a; fma.rn.f32x2 %v3, a, a, b;
        (%v0, %v1, %v2, %v3)
    };
    assert_eq!(
        d,
        (
            0x4040_0000_4020_0000,
            0x3f80_0000_3f00_0000,
            0x4080_0000_4010_0000,
            0x40a0_0000_4050_0000
        )
    );
}

#[test]
fn halves_in_sixteen_bits() {
    const ONE: u16 = 0x3c00;
    let two = ONE + 0x400;
    let d = ptx! {
        .reg .f16 %h<10>;
        add.f16 %h0, (ONE), two; sub.rn.ftz.f16 %h1, (ONE), two; mul.sat.f16 %h2, two, two;
        fma.rn.f16 %h3, two, two, (ONE); fma.rn.ftz.relu.f16 %h4, %h1, two, (ONE);
        fma.rn.oob.f16 %h5, (0x7ff7), two, (ONE); neg.f16 %h6, two; abs.ftz.f16 %h7, %h6;
        ex2.approx.f16 %h8, two; tanh.approx.f16 %h9, (0x7c00);
        (%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7, %h8, %h9)
    };
    assert_eq!(d, (0x4200, 0xbc00, ONE, 0x4500, 0, 0, 0xc000, two, 0x4400, ONE));
    let d = ptx! {
        .reg .f16 %h<4>;
        min.f16 %h0, (ONE), two; max.NaN.f16 %h1, (0x7e00), two; min.ftz.xorsign.abs.f16 %h2, %h0, (0xc000);
        max.xorsign.abs.f16 %h3, %h0, (0xc000);
        (%h0, %h1, %h2, %h3)
    };
    assert_eq!(d, (ONE, 0x7fff, 0xbc00, 0xc000));
}

#[test]
fn bfloats_in_sixteen_bits() {
    const ONE: u16 = 0x3f80;
    let two = 0x4000u16;
    let d = ptx! {
        .reg .b16 %h<9>;
        add.bf16 %h0, (ONE), two; sub.rn.bf16 %h1, (ONE), two; mul.bf16 %h2, two, two;
        fma.rn.bf16 %h3, two, two, (ONE); fma.rn.relu.bf16 %h4, %h1, two, (ONE);
        fma.rn.oob.relu.bf16 %h5, two, (0x7ff7), (ONE); neg.bf16 %h6, two; abs.bf16 %h7, %h6;
        ex2.approx.ftz.bf16 %h8, two;
        (%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7, %h8)
    };
    assert_eq!(d, (0x4040, 0xbf80, 0x4080, 0x40a0, 0, 0, 0xc000, two, 0x4080));
    let d = ptx! {
        .reg .b16 %h<3>;
        tanh.approx.bf16 %h0, (0x7f80); min.NaN.bf16 %h1, two, (ONE); max.xorsign.abs.bf16 %h2, two, (0xbf80);
        (%h0, %h1, %h2)
    };
    assert_eq!(d, (ONE, ONE, 0xc000));
}

#[test]
fn pairs_of_halves() {
    let (a, b) = (0x4000_3c00u32, 0x3c00_3c00u32);
    let d = ptx! {
        .reg .f16x2 %v<6>;
        add.f16x2 %v0, a, b; mul.ftz.sat.f16x2 %v1, a, a; fma.rn.f16x2 %v2, a, a, b; neg.f16x2 %v3, a;
        max.f16x2 %v4, a, b; ex2.approx.f16x2 %v5, a;
        (%v0, %v1, %v2, %v3, %v4, %v5)
    };
    assert_eq!(d, (0x4200_4000, 0x3c00_3c00, 0x4500_4000, 0xc000_bc00, 0x4000_3c00, 0x4400_4000));
    let (a, b) = (0x4000_3f80u32, 0x3f80_3f80u32);
    let d = ptx! {
        .reg .b32 %v<4>;
        sub.bf16x2 %v0, a, b; fma.rn.oob.bf16x2 %v1, a, (0x7ff7_3f80), b; abs.bf16x2 %v2, %v0; tanh.approx.bf16x2 %v3, (0);
        (%v0, %v1, %v2, %v3)
    };
    assert_eq!(d, (0x3f80_0000, 0x0000_4000, 0x3f80_0000, 0));
}

#[test]
fn mixed_precision() {
    let (h, b, c) = (0x3c00u16, 0x3f80u16, 0.5f32);
    let d = ptx! {
        .reg .f32 %f<4>;
        add.f32.f16 %f0, h, c; sub.rz.f32.bf16 %f1, b, c; fma.rn.f32.f16 %f2, h, h, c; add.sat.f32.bf16 %f3, b, c;
        (%f0, %f1, %f2, %f3)
    };
    assert_eq!(d, (1.5, 0.5, 1.5, 1.0));
}
