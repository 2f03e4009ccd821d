//! Tests the results of `set`, `selp`, `slct` and predicate logic in `ptx!`.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

#[test]
fn set_writes_all_ones_or_one() {
    let v = ptx! {
        .reg .u32 %u<3>; .reg .s32 %s<2>; .reg .f32 %f<3>; .reg .pred p;
        set.lt.u32.f32 %u0, 1.0, 2.0; set.lt.s32.f64 %s0, 1.0, 2.0; set.lt.f32.u32 %f0, 1, 2;
        set.gt.u32.s32 %u1, -1, 0; set.hi.s32.u32 %s1, -1, 0; set.eq.f32.b64 %f1, 1, 2;
        mov.pred p, 1;
        set.lt.xor.u32.u16 %u2, 1, 2, !p; set.num.and.ftz.f32.f32 %f2, 1.0, 2.0, p;
        (%u0, %s0, %f0, %u1, %s1, %f1, %u2, %f2)
    };
    assert_eq!(v, (u32::MAX, -1, 1.0, 0, -1, 0.0, u32::MAX, 1.0));
}

#[test]
fn set_of_halves() {
    let (one, two) = (0x3c00u16, 0x4000u16);
    let v = ptx! {
        .reg .b16 %h<6>; .reg .b32 %w<2>;
        set.lt.u16.f16 %h0, one, two; set.lt.s16.bf16 %h1, one, two; set.lt.f16.f16 %h2, one, two;
        set.lt.bf16.f16 %h3, one, two; set.lt.f16.s32 %h4, -1, 0; set.lt.or.bf16.bf16 %h5, two, one, (false);
        set.lt.ftz.u32.f16 %w0, (1), (2); set.lt.s32.bf16 %w1, (1), (2);
        (%h0, %h1, %h2, %h3, %h4, %h5, %w0, %w1)
    };
    assert_eq!(v, (0xffff, 0xffff, 0x3c00, 0x3f80, 0x3c00, 0, 0, u32::MAX));
    let tiny = f32::from_bits(1);
    let (kept, flushed, wide);
    ptx! { set.gt.bf16.f32 kept, tiny, 0.0; set.gt.ftz.f16.f32 flushed, tiny, 0.0; set.gt.bf16.f64 wide, 2.0, 1.0; }
    assert_eq!((kept, flushed, wide), (0x3f80u16, 0u16, 0x3f80u16));
}

#[test]
fn set_of_pairs_fills_lanes() {
    let (a, b) = (0x4000_3c00u32, 0x3c00_4000u32);
    let (u, s, h, bf, c): (u32, i32, u32, u32, u32);
    ptx! {
        set.lt.u32.f16x2 u, a, b; set.gt.s32.bf16x2 s, a, b; set.lt.ftz.f16x2.f16x2 h, a, b;
        set.gt.bf16x2.bf16x2 bf, a, b; set.lt.xor.u32.f16x2 c, a, b, 1;
    }
    assert_eq!((u, h, bf, c), (0xffff, 0x3c00, 0x3f80_0000, 0xffff_0000));
    assert_eq!(s, 0xffff_0000u32.cast_signed());
}

#[test]
fn selp_of_every_type() {
    for p in [false, true] {
        let v = ptx! {
            .reg .b16 %h<3>; .reg .b32 %w<3>; .reg .b64 %l<3>; .reg .f32 f; .reg .f64 d; .reg .pred q;
            setp.eq.xor.u32 q, 1, 1, !p;
            selp.b16 %h0, 1, 2, q; selp.u16 %h1, 1, 2, p; selp.s16 %h2, 1, -2, p;
            selp.b32 %w0, 1, 2, q; selp.u32 %w1, 1, 2, p; selp.s32 %w2, 1, -2, !p;
            selp.b64 %l0, 1, 2, q; selp.u64 %l1, 1, 2, p; selp.s64 %l2, 1, -2, p;
            selp.f32 f, 1.5, 2.5, p; selp.f64 d, 1.5, 2.5, q;
            (%h0, %h1, %h2, %w0, %w1, %w2, %l0, %l1, %l2, f, d)
        };
        let yes = (1, 1, 1, 1, 1, u32::MAX - 1, 1, 1, 1, 1.5, 1.5);
        let no = (2, 2, u16::MAX - 1, 2, 2, 1, 2, 2, u64::MAX - 1, 2.5, 2.5);
        assert_eq!(v, if p { yes } else { no });
    }
}

#[test]
fn selected_bits_are_unchanged() {
    let signalling = f32::from_bits(0x7f80_0001);
    let d = ptx! { .reg .f32 d; selp.f32 d, signalling, 0.0, 1; slct.f32.s32 d, d, 0.0, 0; d };
    assert_eq!(d.to_bits(), 0x7f80_0001);
    let x = 1.0 + 2.0f64.powi(-40);
    let d: f64;
    ptx! { .version 1.4 .target sm_12, map_f64_to_f32 selp.f64 d, x, 0.0, 1; }
    assert_eq!(d, x);
}

#[test]
fn slct_by_the_sign() {
    let v = ptx! {
        .reg .b32 %w<6>; .reg .f64 d; .reg .b64 l;
        slct.u32.s32 %w0, 1, 2, -1; slct.b32.s32 %w1, 1, 2, 0;
        slct.s32.f32 %w2, 1, 2, -0.0; slct.u32.f32 %w3, 1, 2, 0f7fc00000;
        slct.u32.f32 %w4, 1, 2, 0f80000001; slct.ftz.u32.f32 %w5, 1, 2, 0f80000001;
        slct.f64.f32 d, 1.0, 2.0, -1.0; slct.b64.f32 l, 1, 2, 0.5;
        (%w0, %w1, %w2, %w3, %w4, %w5, d, l)
    };
    assert_eq!(v, (2, 1, 1, 2, 2, 1, 2.0, 1));
}

#[test]
fn logic_of_predicates() {
    for a in [false, true] {
        for b in [false, true] {
            let v = ptx! {
                .reg .pred %p<5>;
                and.pred %p0, a, b; or.pred %p1, a, b; xor.pred %p2, a, b; not.pred %p3, a; and.pred %p4, !a, 1;
                (%p0, %p1, %p2, %p3, %p4)
            };
            assert_eq!(v, (a & b, a | b, a ^ b, !a, !a));
        }
    }
}
