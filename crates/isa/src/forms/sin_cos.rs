use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: sin, cos";
    sin.approx{.ftz}.f32    (d, a)    [1.4, sm_10]            sin_approx_f32(ftz, sm);
    sin.f32                 (d, a)    [1.0 to 1.3, sm_10]     means approx.ftz.f32;
    cos.approx{.ftz}.f32    (d, a)    [1.4, sm_10]            cos_approx_f32(ftz, sm);
    cos.f32                 (d, a)    [1.0 to 1.3, sm_10]     means approx.ftz.f32;
}
