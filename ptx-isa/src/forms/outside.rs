use super::syntax::forms;

// What PTX has of the table's mnemonics and nothing here computes.
#[rustfmt::skip]
forms! { "not computed";
    set.CmpOp_u.packedint           (d, a, b)                   [9.4, sm_107f]                      nothing;
    mov.b128                        (d, a)                      [8.3, sm_70]                        nothing;
    add{.rnd}.f32x2.atype2.f32x2    (d, a, c)                   [9.4, sm_107f]                      nothing;
    sub{.rnd}.f32x2.atype2.f32x2    (d, a, c)                   [9.4, sm_107f]                      nothing;
    add{.rz}{.ftz}.atype2.f32x2.f32x2 (d, a, c)                 [9.4, sm_107f]                      nothing;
    sub{.rz}{.ftz}.atype2.f32x2.f32x2 (d, a, c)                 [9.4, sm_107f]                      nothing;
    mul.rz{.ftz}.atype2.f32x2.f32x2 (d, a, b)                   [9.4, sm_107f]                      nothing;
    mul.f16x2.f16x2.bf16x2          (d, a, b)                   [9.4, sm_107f]                      nothing;
    mul.bf16x2.bf16x2.f16x2         (d, a, b)                   [9.4, sm_107f]                      nothing;
    fma.rnd.f32x2.atype2.f32x2.f32x2 (d, a, b, c)               [9.4, sm_107f]                      nothing;
    cvt.downrnd{.satfinite}{.relu}{.pzo}.f8type.f32             (d: f8type, a: f32, b: f32)         [7.8, sm_90 | 8.1, sm_89] nothing;
    cvt.downrnd{.satfinite}{.relu}{.pzo}{.scaled_n1}.f8type.atype2   (d: f8type, a: atype2)         [7.8, sm_90 | 8.1, sm_89] nothing;
    cvt.rn{.relu}.f16x2.f8type      (d: f16x2, a: f8type)       [7.8, sm_90 | 8.1, sm_89]           nothing;
    cvt.downrnd{.satfinite}{.relu}{.pzo}.f6type.f32 (d: f6type, a: f32, b: f32) [narrow_floats]     nothing;
    cvt.downrnd{.satfinite}{.relu}{.pzo}{.scaled_n1}.f6type.atype2 (d: f6type, a: atype2) [narrow_floats from 9.1] nothing;
    cvt.rn{.relu}.f16x2.f6type      (d: f16x2, a: f6type)       [narrow_floats]                     nothing;
    cvt.rn{.relu}{.satfinite}{.scaled_n2}.bf16x2.f8type (d: bf16x2, a: f8type) [narrow_floats from 9.2] nothing;
    cvt.rn{.relu}{.satfinite}{.scaled_n2}.bf16x2.f6type (d: bf16x2, a: f6type) [narrow_floats from 9.2] nothing;
    cvt.anyrnd{.satfinite}.ue8m0x2.f32     (d: ue8m0x2, a: f32, b: f32) [narrow_floats]             nothing;
    cvt.anyrnd{.satfinite}.ue8m0x2.bf16x2  (d: ue8m0x2, a: bf16x2) [narrow_floats]                  nothing;
    cvt.rn.bf16x2.ue8m0x2           (d: bf16x2, a: ue8m0x2)     [narrow_floats]                     nothing;
    cvt.anyrnd{.satfinite}{.scaled_n1}.ue5m3x2.anysource (d: ue5m3x2, a: anysource) [9.4, sm_107f]  nothing;
    cvt.rn{.satfinite}{.scaled_n2}.atype2.ue5m3x2 (d: atype2, a: ue5m3x2) [9.4, sm_107f]            nothing;
    cvt.downrnd{.satfinite}{.relu}{.scaled_n2}.s2f6x2.f32 (d: s2f6x2, a: f32, b: f32) [9.1, sm_100a | 9.1, sm_103a | 9.1, sm_110a | 9.1, sm_120a | 9.1, sm_121a | 9.4, sm_107a] nothing;
    cvt.downrnd{.satfinite}{.relu}{.scaled_n2}.s2f6x2.bf16x2 (d: s2f6x2, a: bf16x2) [9.1, sm_100a | 9.1, sm_103a | 9.1, sm_110a | 9.1, sm_120a | 9.1, sm_121a | 9.4, sm_107a] nothing;
    cvt.rn{.satfinite}{.relu}{.scaled_n2}.bf16x2.s2f6x2 (d: bf16x2, a: s2f6x2) [9.1, sm_100a | 9.1, sm_103a | 9.1, sm_110a | 9.1, sm_120a | 9.1, sm_121a | 9.4, sm_107a] nothing;
    cvt.rs{.relu}{.satfinite}.atype2.f32 (d: atype2, a: f32, b: f32, rbits: b32) [8.7, sm_100a | 8.8, sm_103a | 9.4, sm_107a] nothing;
    cvt.rs{.relu}.satfinite.narrow4.f32 (d: narrow4, a: f32, rbits: b32) [8.7, sm_100a | 8.8, sm_103a | 9.4, sm_107a] nothing;
    cvt.frnd2{.relu}{.satfinite}.pzo.halftype.f32 (d: halftype, a: f32) [9.4, sm_107f]              nothing;
    cvt.frnd2{.satfinite}{.relu}.pzo.tf32.f32 (d: tf32, a: f32) [9.4, sm_107f]                      nothing;
    cvt.rna{.satfinite}.pzo.tf32.f32 (d: tf32, a: f32)          [9.4, sm_107f]                      nothing;
}
