use super::syntax::forms;

// What PTX has of the table's mnemonics and nothing here computes.
#[rustfmt::skip]
forms! { "not computed";
    add.cc.intword                  (d, a, b)                   [1.2, sm_10]                        nothing;
    sub.cc.intword                  (d, a, b)                   [1.2, sm_10]                        nothing;
    mad.lo.cc.intword               (d, a, b, c)                [3.0, sm_20]                        nothing;
    mad.hi.cc.intword               (d, a, b, c)                [3.0, sm_20]                        nothing;
    add{.sat}.short2                (d, a, b)                   [8.0, sm_90; sat 9.2, sm_120]       nothing;
    add.sat.u32                     (d, a, b)                   [9.2, sm_120f | 9.4, sm_107f]       nothing;
    add{.sat}.byte4                 (d, a, b)                   [9.2, sm_120f | 9.4, sm_107f]       nothing;
    sub{.sat}.byte4                 (d, a, b)                   [9.2, sm_120f | 9.4, sm_107f]       nothing;
    neg.s8x4                        (d, a)                      [9.2, sm_120f | 9.4, sm_107f]       nothing;
    min.short2                      (d, a, b)                   [8.0, sm_90]                        nothing;
    min.relu.s16x2                  (d, a, b)                   [8.0, sm_90]                        nothing;
    min{.relu}.byte4                (d, a, b)                   [9.2, sm_120f | 9.4, sm_107f]       nothing;
    max.short2                      (d, a, b)                   [8.0, sm_90]                        nothing;
    max.relu.s16x2                  (d, a, b)                   [8.0, sm_90]                        nothing;
    max{.relu}.byte4                (d, a, b)                   [9.2, sm_120f | 9.4, sm_107f]       nothing;
    set.CmpOp_u.packedint           (d, a, b)                   [9.4, sm_107f]                      nothing;
    lop3.BoolOp.b32                 (d|p, a, b, c, immLut: imm8, q: pred) [8.2, sm_70]              nothing;
    mov.b128                        (d, a)                      [8.3, sm_70]                        nothing;
    mov.v2.movtype                  ({d, e}, {a, b})            [1.0, sm_10]                        nothing;
    mov.v4.movtype                  ({d, e, f, g}, {a, b, c, h}) [1.0, sm_10]                       nothing;
    add{.rnd}.f32x2.atype2.f32x2    (d, a, c)                   [9.4, sm_107f]                      nothing;
    sub{.rnd}.f32x2.atype2.f32x2    (d, a, c)                   [9.4, sm_107f]                      nothing;
    add{.rz}{.ftz}.atype2.f32x2.f32x2 (d, a, c)                 [9.4, sm_107f]                      nothing;
    sub{.rz}{.ftz}.atype2.f32x2.f32x2 (d, a, c)                 [9.4, sm_107f]                      nothing;
    mul.rz{.ftz}.atype2.f32x2.f32x2 (d, a, b)                   [9.4, sm_107f]                      nothing;
    mul.f16x2.f16x2.bf16x2          (d, a, b)                   [9.4, sm_107f]                      nothing;
    mul.bf16x2.bf16x2.f16x2         (d, a, b)                   [9.4, sm_107f]                      nothing;
    fma.rnd.f32x2.atype2.f32x2.f32x2 (d, a, b, c)               [9.4, sm_107f]                      nothing;
    cvt.frnd2.satfinite{.relu}{.pzo}.scaled_n1.f8type.anysource (d: f8type, a: anysource) [9.4, sm_107f]   nothing;
    cvt.frnd2.satfinite{.relu}{.pzo}.scaled_n1.f6type.anysource (d: f6type, a: anysource) [9.4, sm_107f]   nothing;
    cvt.anyrnd{.satfinite}{.scaled_n1}.ue5m3x2.anysource (d: ue5m3x2, a: anysource) [9.4, sm_107f]  nothing;
    cvt.rn{.satfinite}{.scaled_n2}.atype2.ue5m3x2 (d: atype2, a: ue5m3x2) [9.4, sm_107f]            nothing;
    cvt.pack.sat.packed2.s32        (d: u32, a: s32, b: s32)    [6.5, sm_72]                        nothing;
    cvt.pack.sat.packed4.s32.b32    (d: u32, a: s32, b: s32, c: b32) [6.5, sm_72]                   nothing;
}
