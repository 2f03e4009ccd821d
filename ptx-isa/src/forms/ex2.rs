use super::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: ex2";
    ex2.approx{.ftz}.f32    (d, a)    [1.4, sm_10]            ex2_approx_f32 by_target;
    ex2.f32                 (d, a)    [1.0 to 1.3, sm_10]     means approx.ftz.f32;
}
