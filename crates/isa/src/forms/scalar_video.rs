use super::syntax::forms;

#[rustfmt::skip]
forms! { "Scalar Video Instructions";
    vadd.vdtype.vatype.vbtype{.sat}                 (d: vdtype, a.part: vatype, b.part: vbtype)                                   [2.0, sm_20]    vadd_(lanes, sat);
    vadd.vdtype.vatype.vbtype{.sat}.op2             (d: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                        [2.0, sm_20]    vadd_second_(lanes, sat, op2);
    vadd.vdtype.vatype.vbtype{.sat}                 (d.place: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                  [2.0, sm_20]    vadd_insert_(lanes, sat);
    vsub.vdtype.vatype.vbtype{.sat}                 (d: vdtype, a.part: vatype, b.part: vbtype)                                   [2.0, sm_20]    vsub_(lanes, sat);
    vsub.vdtype.vatype.vbtype{.sat}.op2             (d: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                        [2.0, sm_20]    vsub_second_(lanes, sat, op2);
    vsub.vdtype.vatype.vbtype{.sat}                 (d.place: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                  [2.0, sm_20]    vsub_insert_(lanes, sat);
    vabsdiff.vdtype.vatype.vbtype{.sat}             (d: vdtype, a.part: vatype, b.part: vbtype)                                   [2.0, sm_20]    vabsdiff_(lanes, sat);
    vabsdiff.vdtype.vatype.vbtype{.sat}.op2         (d: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                        [2.0, sm_20]    vabsdiff_second_(lanes, sat, op2);
    vabsdiff.vdtype.vatype.vbtype{.sat}             (d.place: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                  [2.0, sm_20]    vabsdiff_insert_(lanes, sat);
    vmin.vdtype.vatype.vbtype{.sat}                 (d: vdtype, a.part: vatype, b.part: vbtype)                                   [2.0, sm_20]    vmin_(lanes, sat);
    vmin.vdtype.vatype.vbtype{.sat}.op2             (d: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                        [2.0, sm_20]    vmin_second_(lanes, sat, op2);
    vmin.vdtype.vatype.vbtype{.sat}                 (d.place: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                  [2.0, sm_20]    vmin_insert_(lanes, sat);
    vmax.vdtype.vatype.vbtype{.sat}                 (d: vdtype, a.part: vatype, b.part: vbtype)                                   [2.0, sm_20]    vmax_(lanes, sat);
    vmax.vdtype.vatype.vbtype{.sat}.op2             (d: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                        [2.0, sm_20]    vmax_second_(lanes, sat, op2);
    vmax.vdtype.vatype.vbtype{.sat}                 (d.place: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                  [2.0, sm_20]    vmax_insert_(lanes, sat);
    vshl.vdtype.vatype.u32{.sat}.shfmode            (d: vdtype, a.part: vatype, b.part: u32)                                      [2.0, sm_20]    vshl_(lanes, sat, shfmode);
    vshl.vdtype.vatype.u32{.sat}.shfmode.op2        (d: vdtype, a.part: vatype, b.part: u32, c: vdtype)                           [2.0, sm_20]    vshl_second_(lanes, sat, shfmode, op2);
    vshl.vdtype.vatype.u32{.sat}.shfmode            (d.place: vdtype, a.part: vatype, b.part: u32, c: vdtype)                     [2.0, sm_20]    vshl_insert_(lanes, sat, shfmode);
    vshr.vdtype.vatype.u32{.sat}.shfmode            (d: vdtype, a.part: vatype, b.part: u32)                                      [2.0, sm_20]    vshr_(lanes, sat, shfmode);
    vshr.vdtype.vatype.u32{.sat}.shfmode.op2        (d: vdtype, a.part: vatype, b.part: u32, c: vdtype)                           [2.0, sm_20]    vshr_second_(lanes, sat, shfmode, op2);
    vshr.vdtype.vatype.u32{.sat}.shfmode            (d.place: vdtype, a.part: vatype, b.part: u32, c: vdtype)                     [2.0, sm_20]    vshr_insert_(lanes, sat, shfmode);
    vmad.vdtype.vatype.vbtype{.sat}{.scale}         (d: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                        [2.0, sm_20]    vmad_(lanes, negation, sat, scale);
    vmad.vdtype.vatype.vbtype.po{.sat}{.scale}      (d: vdtype, a.part: vatype, b.part: vbtype, c: vdtype)                        [2.0, sm_20]    vmad_po_(lanes, sat, scale);
    vset.vatype.vbtype.CmpOp_s                      (d: u32, a.part: vatype, b.part: vbtype)                                      [2.0, sm_20]    vset_(lanes, CmpOp_s);
    vset.vatype.vbtype.CmpOp_s.op2                  (d: u32, a.part: vatype, b.part: vbtype, c: u32)                              [2.0, sm_20]    vset_second_(lanes, CmpOp_s, op2);
    vset.vatype.vbtype.CmpOp_s                      (d.place: u32, a.part: vatype, b.part: vbtype, c: u32)                        [2.0, sm_20]    vset_insert_(lanes, CmpOp_s);
}
