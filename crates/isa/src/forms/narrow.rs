use super::syntax::forms;

#[rustfmt::skip]
forms! { "Data Movement and Conversion Instructions: cvt";
    // Conversions to a narrower format. The first source becomes the upper element.
    cvt.frnd2.satfinite{.relu}{.pzo}.f8type.f32     (d: f8type, a: f32, b: f32) [7.8, sm_90 | 8.1, sm_89; rz pzo 9.4, sm_107f]  cvt_(frnd2, relu, pzo);
    cvt.frnd2.satfinite{.relu}{.pzo}.f8type.f16x2   (d: f8type, a: f16x2)       [7.8, sm_90 | 8.1, sm_89; rz pzo 9.4, sm_107f]  cvt_(frnd2, relu, pzo);
    cvt.frnd2.satfinite{.relu}{.pzo}.f8type.bf16x2  (d: f8type, a: bf16x2)      [narrow_floats from 9.1; rz pzo 9.4, sm_107f]   cvt_(frnd2, relu, pzo);
    cvt.frnd2.satfinite{.relu}{.pzo}.f6type.f32     (d: f6type, a: f32, b: f32) [narrow_floats; rz pzo 9.4, sm_107f]            cvt_(frnd2, relu, pzo);
    cvt.frnd2.satfinite{.relu}{.pzo}.f6type.atype2  (d: f6type, a: atype2)      [narrow_floats from 9.1; rz pzo 9.4, sm_107f]   cvt_(frnd2, relu, pzo);
    cvt.rs{.relu}.satfinite.narrow4.f32     (d: narrow4, {a, b, e, f}: f32, rbits: reg32) [stochastic]                            cvt_rs_(relu);
    cvt.rs{.relu}{.satfinite}.atype2.f32    (d: atype2, a: f32, b: f32, rbits: reg32)     [stochastic]                            cvt_rs_(relu, satfinite);
    cvt.rzrp{.satfinite}.ue8m0x2.f32        (d: ue8m0x2, a: f32, b: f32)        [narrow_floats]                                 cvt_(rzrp, satfinite);
    cvt.rzrp{.satfinite}.ue8m0x2.bf16x2     (d: ue8m0x2, a: bf16x2)             [narrow_floats]                                 cvt_(rzrp, satfinite);
    cvt.anyrnd{.satfinite}.ue5m3x2.f32      (d: ue5m3x2, a: f32, b: f32)        [9.4, sm_107f]                                  cvt_(anyrnd, satfinite);
    cvt.anyrnd{.satfinite}.ue5m3x2.atype2   (d: ue5m3x2, a: atype2)             [9.4, sm_107f]                                  cvt_(anyrnd, satfinite);
    cvt.rn.satfinite{.relu}.s2f6x2.f32      (d: s2f6x2, a: f32, b: f32)         [fixed_point]                                   cvt_(relu);
    cvt.rn.satfinite{.relu}.s2f6x2.bf16x2   (d: s2f6x2, a: bf16x2)              [fixed_point]                                   cvt_(relu);
    cvt.rn.satfinite{.relu}.scaled_n2.s2f6x2.f32    (d: s2f6x2, a: f32, b: f32, scale: reg16) [fixed_point]                       cvt_scaled_(relu);
    cvt.rn.satfinite{.relu}.scaled_n2.s2f6x2.bf16x2 (d: s2f6x2, a: bf16x2, scale: reg16)      [fixed_point]                       cvt_scaled_(relu);
    // Conversions that first divide both numbers by the same scale.
    cvt.frnd2.satfinite{.relu}{.pzo}.scaled_n1.f8type.f32    (d: f8type, a: f32, b: f32, scale: reg8)  [9.4, sm_107f]            cvt_scaled_(frnd2, relu, pzo);
    cvt.frnd2.satfinite{.relu}{.pzo}.scaled_n1.f8type.atype2 (d: f8type, a: atype2, scale: reg8)       [9.4, sm_107f]            cvt_scaled_(frnd2, relu, pzo);
    cvt.frnd2.satfinite{.relu}{.pzo}.scaled_n1.f6type.f32    (d: f6type, a: f32, b: f32, scale: reg8)  [9.4, sm_107f]            cvt_scaled_(frnd2, relu, pzo);
    cvt.frnd2.satfinite{.relu}{.pzo}.scaled_n1.f6type.atype2 (d: f6type, a: atype2, scale: reg8)       [9.4, sm_107f]            cvt_scaled_(frnd2, relu, pzo);
    cvt.frnd2{.satfinite}.scaled_n1.ue5m3x2.f32              (d: ue5m3x2, a: f32, b: f32, scale: reg8) [9.4, sm_107f]            cvt_scaled_(frnd2, satfinite);
    cvt.frnd2{.satfinite}.scaled_n1.ue5m3x2.atype2           (d: ue5m3x2, a: atype2, scale: reg8)      [9.4, sm_107f]            cvt_scaled_(frnd2, satfinite);
    // Conversions to a wider format.
    cvt.rn{.relu}.f16x2.f8type              (d: f16x2, a: f8type)               [7.8, sm_90 | 8.1, sm_89]                       cvt_(relu);
    cvt.rn{.relu}.f16x2.f6type              (d: f16x2, a: f6type)               [narrow_floats]                                 cvt_(relu);
    cvt.rn{.relu}{.satfinite}.bf16x2.f8type (d: bf16x2, a: f8type)              [narrow_floats from 9.2]                        cvt_(relu, satfinite);
    cvt.rn{.relu}{.satfinite}.bf16x2.f6type (d: bf16x2, a: f6type)              [narrow_floats from 9.2]                        cvt_(relu, satfinite);
    cvt.rn{.relu}{.satfinite}.scaled_n2.bf16x2.f8type   (d: bf16x2, a: f8type, scale: reg16)  [narrow_floats from 9.2]            cvt_scaled_(relu, satfinite);
    cvt.rn{.relu}{.satfinite}.scaled_n2.bf16x2.f6type   (d: bf16x2, a: f6type, scale: reg16)  [narrow_floats from 9.2]            cvt_scaled_(relu, satfinite);
    cvt.rn.bf16x2.ue8m0x2                   (d: bf16x2, a: ue8m0x2)             [narrow_floats]                                 cvt_;
    cvt.rn.f16x2.ue5m3x2                    (d: f16x2, a: ue5m3x2)              [9.4, sm_107f]                                  cvt_;
    cvt.rn{.satfinite}.bf16x2.ue5m3x2       (d: bf16x2, a: ue5m3x2)             [9.4, sm_107f]                                  cvt_(satfinite);
    cvt.rn{.satfinite}.scaled_n2.bf16x2.ue5m3x2         (d: bf16x2, a: ue5m3x2, scale: reg16) [9.4, sm_107f]                    cvt_scaled_(satfinite);
    cvt.rn{.satfinite}{.relu}.bf16x2.s2f6x2 (d: bf16x2, a: s2f6x2)              [fixed_point]                                   cvt_(satfinite, relu);
    cvt.rn{.satfinite}{.relu}.scaled_n2.bf16x2.s2f6x2   (d: bf16x2, a: s2f6x2, scale: reg16)  [fixed_point]                       cvt_scaled_(satfinite, relu);
    // Conversions with `.pzo`, which converts -0 to +0.
    cvt.frnd2{.relu}{.satfinite}.pzo.atype.f32  (d: atype, a: f32)              [9.4, sm_107f]                                  cvt_pzo_(frnd2, relu, satfinite);
    cvt.frnd2{.relu}{.satfinite}.pzo.atype2.f32 (d: atype2, a: f32, b: f32)     [9.4, sm_107f]                                  cvt_pzo_(frnd2, relu, satfinite);
    cvt.frnd2{.satfinite}{.relu}.pzo.tf32.f32   (d: tf32, a: f32)               [9.4, sm_107f]                                  cvt_pzo_(frnd2, satfinite, relu);
    cvt.rna{.satfinite}.pzo.tf32.f32            (d: tf32, a: f32)               [9.4, sm_107f]                                  cvt_rna_pzo_(satfinite);
}
