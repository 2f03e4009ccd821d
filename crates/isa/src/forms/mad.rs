use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: mad";
    mad{.ftz}{.sat}.f32         (d, a, b, c)    [1.0, sm_10 to sm_13; ftz 1.4, sm_10]   mad_f32(ftz, sat);
    mad.rnd{.ftz}{.sat}.f32     (d, a, b, c)    [2.0, sm_20]                            fma_f32(rnd, ftz, sat);
    mad.rnd.f64                 (d, a, b, c)    [1.4, sm_13 or map; rm rp 1.4, sm_13]   fma_f64(rnd);
    mad.f64                     (d, a, b, c)    [1.0 to 1.3, sm_13 or map]              means rn.f64;
}
