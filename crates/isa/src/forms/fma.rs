use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point, Half Precision and Mixed Precision Floating Point Instructions: fma";
    fma.rnd{.ftz}{.sat}.f32     (d, a, b, c)                            [2.0, sm_20]    fma_f32(rnd, ftz, sat);
    fma.rnd{.ftz}.f32x2         (d, a, b, c)                            [8.6, sm_100]   fma_f32x2(rnd, ftz);
    fma.rnd.f64                 (d, a, b, c)                            [1.4, sm_13]    fma_f64(rnd);
    fma.rn{.ftz}{.sat}.f16type  (d, a, b, c)                            [4.2, sm_53]    fma_(rn, ftz, sat);
    fma.rn{.ftz}.relu.f16type   (d, a, b, c)                            [7.0, sm_80]    fma_relu_(rn, ftz);
    fma.rn{.relu}.bf16type      (d, a, b, c)                            [7.0, sm_80]    fma_(rn, relu);
    fma.rn.oob{.relu}.halftype  (d, a, b, c)                            [8.1, sm_90]    fma_oob_(rn, relu);
    // `ptxas` accepts this form, but no manual lists it.
    fma.rn.oob.sat.f16type      (d, a, b, c)                            [8.1, sm_90]    fma_oob_sat_(rn);
    fma.rnd{.sat}.f32.atype     (d: f32, a: atype, b: atype, c: f32)    [8.6, sm_100]   fma_(rnd, sat);
}
