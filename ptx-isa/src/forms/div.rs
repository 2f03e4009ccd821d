use super::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: div";
    div.approx{.ftz}.f32    (d, a, b) [1.4, sm_10]            div_approx_f32;
    div.full{.ftz}.f32      (d, a, b) [1.4, sm_10]            div_full_f32;
    div.rnd{.ftz}.f32       (d, a, b) [2.0, sm_20]            div_f32;
    div.rn.f64              (d, a, b) [1.4, sm_13 or map]     div_f64;
    div.directed.f64        (d, a, b) [2.0, sm_20]            div_f64;
    div.f32                 (d, a, b) [1.0 to 1.3, sm_10]     means approx.ftz.f32;
    div.f64                 (d, a, b) [1.0 to 1.3, sm_13 or map]  means rn.f64;
}
