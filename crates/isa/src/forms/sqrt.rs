use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: sqrt";
    sqrt.approx{.ftz}.f32   (d, a)    [1.4, sm_10]            sqrt_approx_f32(ftz, sm);
    sqrt.rnd{.ftz}.f32      (d, a)    [2.0, sm_20]            sqrt_f32(rnd, ftz);
    sqrt.rn.f64             (d, a)    [1.4, sm_13 or map]     sqrt_f64(rn);
    sqrt.directed.f64       (d, a)    [2.0, sm_20]            sqrt_f64(directed);
    sqrt.f32                (d, a)    [1.0 to 1.3, sm_10]     means approx.ftz.f32;
    sqrt.f64                (d, a)    [1.0 to 1.3, sm_13 or map]  means rn.f64;
}
