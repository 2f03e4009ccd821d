use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: rcp, rcp.approx.ftz.f64";
    rcp.approx{.ftz}.f32    (d, a)    [1.4, sm_10]            rcp_approx_f32(ftz);
    rcp.rnd{.ftz}.f32       (d, a)    [2.0, sm_20]            rcp_f32(rnd, ftz);
    rcp.rn.f64              (d, a)    [1.4, sm_13 or map]     rcp_f64(rn);
    rcp.directed.f64        (d, a)    [2.0, sm_20]            rcp_f64(directed);
    rcp.approx.ftz.f64      (d, a)    [2.1, sm_20]            rcp_approx_ftz_f64;
    rcp.f32                 (d, a)    [1.0 to 1.3, sm_10]     means approx.ftz.f32;
    rcp.f64                 (d, a)    [1.0 to 1.3, sm_13 or map]  means rn.f64;
}
