use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point and Half Precision Floating Point Instructions: tanh";
    tanh.approx.f32         (d, a)    [7.0, sm_75]            tanh_approx_f32;
    tanh.approx.f16type     (d, a)    [7.0, sm_75]            tanh_approx_;
    tanh.approx.bf16type    (d, a)    [7.8, sm_90]            tanh_approx_;
}
