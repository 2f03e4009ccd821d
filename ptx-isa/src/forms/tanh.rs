use super::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: tanh";
    tanh.approx.f32         (d, a)    [7.0, sm_75]            tanh_approx_f32;
}
