use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point and Half Precision Floating Point Instructions: min, max";
    min{.ftz}{.NaN}.f32                (d, a, b)       [1.0, sm_10; ftz 1.4, sm_10; NaN 7.0, sm_80]    min_f32(ftz, NaN);
    min{.ftz}{.NaN}.xorsign.abs.f32    (d, a, b)       [7.2, sm_86]                                    min_xorsign_abs_f32(ftz, NaN);
    min{.ftz}{.NaN}{.abs}.f32          (d, a, b, c)    [8.8, sm_100]                                   min3_f32(ftz, NaN, abs);
    min.f64                            (d, a, b)       [1.0, sm_13 or map]                             min_f64;
    min{.ftz}{.NaN}.f16type            (d, a, b)       [7.0, sm_80]                                    min_(ftz, NaN);
    min{.ftz}{.NaN}.xorsign.abs.f16type (d, a, b)      [7.2, sm_86]                                    min_xorsign_abs_(ftz, NaN);
    min{.NaN}.bf16type                 (d, a, b)       [7.0, sm_80]                                    min_(NaN);
    min{.NaN}.xorsign.abs.bf16type     (d, a, b)       [7.2, sm_86]                                    min_xorsign_abs_(NaN);
    max{.ftz}{.NaN}.f32                (d, a, b)       [1.0, sm_10; ftz 1.4, sm_10; NaN 7.0, sm_80]    max_f32(ftz, NaN);
    max{.ftz}{.NaN}.xorsign.abs.f32    (d, a, b)       [7.2, sm_86]                                    max_xorsign_abs_f32(ftz, NaN);
    max{.ftz}{.NaN}{.abs}.f32          (d, a, b, c)    [8.8, sm_100]                                   max3_f32(ftz, NaN, abs);
    max.f64                            (d, a, b)       [1.0, sm_13 or map]                             max_f64;
    max{.ftz}{.NaN}.f16type            (d, a, b)       [7.0, sm_80]                                    max_(ftz, NaN);
    max{.ftz}{.NaN}.xorsign.abs.f16type (d, a, b)      [7.2, sm_86]                                    max_xorsign_abs_(ftz, NaN);
    max{.NaN}.bf16type                 (d, a, b)       [7.0, sm_80]                                    max_(NaN);
    max{.NaN}.xorsign.abs.bf16type     (d, a, b)       [7.2, sm_86]                                    max_xorsign_abs_(NaN);
}
