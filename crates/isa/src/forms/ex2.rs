use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point and Half Precision Floating Point Instructions: ex2";
    ex2.approx{.ftz}.f32    (d, a)    [1.4, sm_10]            ex2_approx_f32(ftz, sm);
    ex2.approx.f16type      (d, a)    [7.0, sm_75]            ex2_approx_;
    ex2.approx.ftz.bf16type (d, a)    [7.8, sm_90]            ex2_approx_ftz_;
    ex2.f32                 (d, a)    [1.0 to 1.3, sm_10]     means approx.ftz.f32;
}
