use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: rsqrt, rsqrt.approx.ftz.f64";
    rsqrt.approx{.ftz}.f32  (d, a)    [1.4, sm_10]            rsqrt_approx_f32(ftz);
    rsqrt.approx.f64        (d, a)    [1.4, sm_13 or map]     rsqrt_approx_f64;
    rsqrt.approx.ftz.f64    (d, a)    [4.0, sm_20]            rsqrt_approx_ftz_f64;
    rsqrt.f32               (d, a)    [1.0 to 1.3, sm_10]     means approx.ftz.f32;
    rsqrt.f64               (d, a)    [1.0 to 1.3, sm_13 or map]  means approx.f64;
}
