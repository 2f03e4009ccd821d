use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: div";
    div.approx{.ftz}.f32    (d, a, b) [1.4, sm_10]            div_approx_f32(ftz);
    div.full{.ftz}.f32      (d, a, b) [1.4, sm_10]            div_full_f32(ftz);
    div.rnd{.ftz}.f32       (d, a, b) [2.0, sm_20]            div_f32(rnd, ftz);
    div.rn.f64              (d, a, b) [1.4, sm_13 or map]     div_f64(rn);
    div.directed.f64        (d, a, b) [2.0, sm_20]            div_f64(directed);
    div.f32                 (d, a, b) [1.0 to 1.3, sm_10]     means approx.ftz.f32;
    div.f64                 (d, a, b) [1.0 to 1.3, sm_13 or map]  means rn.f64;
}
