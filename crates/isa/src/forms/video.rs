use super::syntax::forms;

#[rustfmt::skip]
forms! { "SIMD Video Instructions";
    vadd2.vdtype.vatype.vbtype{.merge}              (d.hmask: vdtype, a.h10: vatype, b.h32: vbtype, c: vdtype)       [3.0, sm_30]    vadd2_(lanes, merge);
    vsub2.vdtype.vatype.vbtype{.merge}              (d.hmask: vdtype, a.h10: vatype, b.h32: vbtype, c: vdtype)       [3.0, sm_30]    vsub2_(lanes, merge);
    vavrg2.vdtype.vatype.vbtype{.merge}             (d.hmask: vdtype, a.h10: vatype, b.h32: vbtype, c: vdtype)       [3.0, sm_30]    vavrg2_(lanes, merge);
    vabsdiff2.vdtype.vatype.vbtype{.merge}          (d.hmask: vdtype, a.h10: vatype, b.h32: vbtype, c: vdtype)       [3.0, sm_30]    vabsdiff2_(lanes, merge);
    vmin2.vdtype.vatype.vbtype{.merge}              (d.hmask: vdtype, a.h10: vatype, b.h32: vbtype, c: vdtype)       [3.0, sm_30]    vmin2_(lanes, merge);
    vmax2.vdtype.vatype.vbtype{.merge}              (d.hmask: vdtype, a.h10: vatype, b.h32: vbtype, c: vdtype)       [3.0, sm_30]    vmax2_(lanes, merge);
    vset2.vatype.vbtype.CmpOp_s{.add}               (d.hmask: u32, a.h10: vatype, b.h32: vbtype, c: u32)             [3.0, sm_30]    vset2_(lanes, CmpOp_s, add);
    vadd4.vdtype.vatype.vbtype{.merge}              (d.bmask: vdtype, a.b3210: vatype, b.b7654: vbtype, c: vdtype)   [3.0, sm_30]    vadd4_(lanes, merge);
    vsub4.vdtype.vatype.vbtype{.merge}              (d.bmask: vdtype, a.b3210: vatype, b.b7654: vbtype, c: vdtype)   [3.0, sm_30]    vsub4_(lanes, merge);
    vavrg4.vdtype.vatype.vbtype{.merge}             (d.bmask: vdtype, a.b3210: vatype, b.b7654: vbtype, c: vdtype)   [3.0, sm_30]    vavrg4_(lanes, merge);
    vabsdiff4.vdtype.vatype.vbtype{.merge}          (d.bmask: vdtype, a.b3210: vatype, b.b7654: vbtype, c: vdtype)   [3.0, sm_30]    vabsdiff4_(lanes, merge);
    vmin4.vdtype.vatype.vbtype{.merge}              (d.bmask: vdtype, a.b3210: vatype, b.b7654: vbtype, c: vdtype)   [3.0, sm_30]    vmin4_(lanes, merge);
    vmax4.vdtype.vatype.vbtype{.merge}              (d.bmask: vdtype, a.b3210: vatype, b.b7654: vbtype, c: vdtype)   [3.0, sm_30]    vmax4_(lanes, merge);
    vset4.vatype.vbtype.CmpOp_s{.add}               (d.bmask: u32, a.b3210: vatype, b.b7654: vbtype, c: u32)         [3.0, sm_30]    vset4_(lanes, CmpOp_s, add);
}
