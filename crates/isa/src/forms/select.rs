use super::syntax::forms;

#[rustfmt::skip]
forms! { "Comparison and Selection Instructions: selp, slct";
    selp.seltype            (d, a, b, c: pred)                              [1.0, sm_10]                            selp;
    selp.f64                (d, a, b, c: pred)                              [1.0, sm_13 or map]                     selp;
    slct.seltype.s32        (d: seltype, a: seltype, b: seltype, c: s32)    [1.0, sm_10]                            slct_s32;
    slct.f64.s32            (d: f64, a: f64, b: f64, c: s32)                [1.0, sm_13 or map]                     slct_s32;
    slct{.ftz}.seltype.f32  (d: seltype, a: seltype, b: seltype, c: f32)    [1.0, sm_10; ftz 1.4, sm_10]            slct_f32(ftz);
    slct{.ftz}.f64.f32      (d: f64, a: f64, b: f64, c: f32)                [1.0, sm_13 or map; ftz 1.4, sm_10]     slct_f32(ftz);
}
