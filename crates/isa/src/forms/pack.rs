use super::syntax::forms;

#[rustfmt::skip]
forms! { "Data Movement and Conversion Instructions: cvt.pack";
    cvt.pack.sat.packed2.s32        (d: u32, a, b)          [6.5, sm_72]                            cvt_pack_sat_;
    cvt.pack.sat.packed4.s32.b32    (d: u32, a: s32, b: s32, c) [6.5, sm_72; u4 s4 u2 s2 6.5, sm_75] cvt_pack_sat_;
}
