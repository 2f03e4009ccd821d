use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: lg2";
    lg2.approx{.ftz}.f32    (d, a)    [1.4, sm_10]            lg2_approx_f32(ftz);
    lg2.f32                 (d, a)    [1.0 to 1.3, sm_10]     means approx.ftz.f32;
}
