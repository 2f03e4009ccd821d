use super::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: fma";
    fma.rnd{.ftz}{.sat}.f32 (d, a, b, c)  [2.0, sm_20]        fma_f32;
    fma.rnd{.ftz}.f32x2     (d, a, b, c)  [8.6, sm_100]       fma_f32x2;
    fma.rnd.f64             (d, a, b, c)  [1.4, sm_13]        fma_f64;
}
