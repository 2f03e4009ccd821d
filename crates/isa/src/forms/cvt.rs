use super::syntax::forms;

#[rustfmt::skip]
forms! { "Data Movement and Conversion Instructions: cvt";
    // Conversions from float to integer.
    cvt.irnd{.ftz}{.sat}.upto32.f32     (d: upto32, a: f32)     [1.0, sm_10; ftz 1.4, sm_10]        cvt_(irnd, ftz, sat);
    cvt.irnd{.ftz}{.sat}.int64.f32      (d: int64, a: f32)      [1.0, sm_10; ftz 1.5, sm_10]        cvt_(irnd, ftz, sat);
    cvt.irnd{.sat}.itype.f64            (d: itype, a: f64)      [1.0, sm_13 or map]                 cvt_(irnd, sat);
    cvt.irnd{.sat}.itype.f16            (d: itype, a: f16)      [1.0, sm_10]                        cvt_(irnd, sat);
    cvt.irnd.itype.bf16                 (d: itype, a: bf16)     [7.8, sm_90]                        cvt_(irnd);
    // Conversions from integer to float.
    cvt.rnd{.ftz}{.sat}.f32.int         (d: f32, a: int)        [1.0, sm_10; ftz 1.4, sm_10]        cvt_(rnd, ftz, sat);
    cvt.rnd{.ftz}{.sat}.f32.int8        (d: f32, a: int8)       [1.0, sm_10; ftz 1.5, sm_10]        cvt_(rnd, ftz, sat);
    cvt.rnd{.sat}.f64.itype             (d: f64, a: itype)      [1.0, sm_13 or map]                 cvt_(rnd, sat);
    cvt.rnd{.sat}.f16.itype             (d: f16, a: itype)      [1.0, sm_10]                        cvt_(rnd, sat);
    cvt.rnd.bf16.itype                  (d: bf16, a: itype)     [7.8, sm_90]                        cvt_(rnd);
    // Conversions from integer to integer.
    cvt.dint.itype                      (d: dint, a: itype)     [1.0, sm_10]                        cvt_;
    cvt.sat.u8.beyond_u8                (d: u8, a)              [1.0, sm_10]                        cvt_sat_;
    cvt.sat.u16.beyond_u16              (d: u16, a)             [1.0, sm_10]                        cvt_sat_;
    cvt.sat.u32.beyond_u32              (d: u32, a)             [1.0, sm_10]                        cvt_sat_;
    cvt.sat.u64.beyond_u64              (d: u64, a)             [1.0, sm_10]                        cvt_sat_;
    cvt.sat.s8.beyond_s8                (d: s8, a)              [1.0, sm_10]                        cvt_sat_;
    cvt.sat.s16.beyond_s16              (d: s16, a)             [1.0, sm_10]                        cvt_sat_;
    cvt.sat.s32.beyond_s32              (d: s32, a)             [1.0, sm_10]                        cvt_sat_;
    cvt.sat.s64.u64                     (d: s64, a)             [1.0, sm_10]                        cvt_sat_;
    // Roundings to an integer in the same float format.
    cvt.irnd{.ftz}{.sat}.f32.f32        (d: f32, a: f32)        [1.0, sm_10; ftz 1.4, sm_10]        cvt_irnd_(irnd, ftz, sat);
    cvt.irnd{.sat}.f64.f64              (d: f64, a: f64)        [1.0, sm_13 or map]                 cvt_irnd_(irnd, sat);
    cvt.irnd{.sat}.f16.f16              (d: f16, a: f16)        [1.0, sm_10]                        cvt_irnd_(irnd, sat);
    cvt.irnd.bf16.bf16                  (d: bf16, a: bf16)      [7.8, sm_90]                        cvt_irnd_(irnd);
    // Conversions to the same float format or a wider format.
    cvt{.ftz}{.sat}.f32.f32             (d: f32, a: f32)        [1.0, sm_10; ftz 1.4, sm_10]        cvt_(ftz, sat);
    cvt{.ftz}{.sat}.f32.f16             (d: f32, a: f16)        [1.0, sm_10; ftz 1.4, sm_10]        cvt_(ftz, sat);
    cvt{.exactrnd}{.ftz}.f32.bf16       (d: f32, a: bf16)       [7.1, sm_80; ftz 7.8, sm_90]        cvt_(ftz);
    cvt{.ftz}{.sat}.f64.f32             (d: f64, a: f32)        [1.0, sm_13 or map; ftz 1.5, sm_10] cvt_(ftz, sat);
    cvt{.sat}.f64.f64                   (d: f64, a: f64)        [1.0, sm_13 or map]                 cvt_(sat);
    cvt{.sat}.f64.f16                   (d: f64, a: f16)        [1.0, sm_13 or map]                 cvt_(sat);
    cvt{.exactrnd}.f64.bf16             (d: f64, a: bf16)       [7.8, sm_90]                        cvt_;
    cvt{.sat}.f16.f16                   (d: f16, a: f16)        [1.0, sm_10]                        cvt_(sat);
    cvt.bf16.bf16                       (d: bf16, a: bf16)      [7.8, sm_90]                        cvt_;
    // Conversions to a narrower float format.
    cvt.rnd{.ftz}{.sat}.f32.f64         (d: f32, a: f64)        [1.0, sm_13 or map; ftz 1.4, sm_10] cvt_(rnd, ftz, sat);
    cvt.rnd{.ftz}{.sat}.f16.f32         (d: f16, a: f32)        [1.0, sm_10; ftz 1.4, sm_10]        cvt_(rnd, ftz, sat);
    cvt.rnd{.sat}.f16.f64               (d: f16, a: f64)        [1.0, sm_13 or map]                 cvt_(rnd, sat);
    cvt.rnd.f16.bf16                    (d: f16, a: bf16)       [7.8, sm_90]                        cvt_(rnd);
    cvt.rnd{.ftz}.bf16.f32              (d: bf16, a: f32)       [7.0, sm_80]                        cvt_(rnd, ftz);
    cvt.rnd.bf16.f64                    (d: bf16, a: f64)       [7.8, sm_90]                        cvt_(rnd);
    cvt.rnd.bf16.f16                    (d: bf16, a: f16)       [7.8, sm_90]                        cvt_(rnd);
    cvt.frnd2{.relu}{.satfinite}.f16.f32    (d: f16, a: f32)            [1.0, sm_10; relu 7.0, sm_80; satfinite 8.1, sm_70] cvt_frnd2_(frnd2, relu, satfinite);
    cvt.frnd2{.relu}{.satfinite}.f16x2.f32  (d: f16x2, a: f32, b: f32)  [7.0, sm_80; satfinite 8.1, sm_80]  cvt_frnd2_(frnd2, relu, satfinite);
    cvt.frnd2{.relu}{.satfinite}.bf16.f32   (d: bf16, a: f32)           [7.0, sm_80; satfinite 8.1, sm_80]  cvt_frnd2_(frnd2, relu, satfinite);
    cvt.frnd2{.relu}{.satfinite}.bf16x2.f32 (d: bf16x2, a: f32, b: f32) [7.0, sm_80; satfinite 8.1, sm_80]  cvt_frnd2_(frnd2, relu, satfinite);
    cvt.rna{.satfinite}.tf32.f32            (d: tf32, a: f32)           [7.0, sm_80; satfinite 8.1, sm_80]  cvt_rna_(satfinite);
    cvt.frnd2{.satfinite}{.relu}.tf32.f32   (d: tf32, a: f32)           [7.8, sm_90; satfinite 8.6, sm_100] cvt_frnd2_(frnd2, satfinite, relu);
}
