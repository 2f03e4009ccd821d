use super::syntax::forms;

#[rustfmt::skip]
forms! { "Integer Arithmetic Instructions";
    add{.sat}.short2    (d, a, b)   [8.0, sm_90; sat 9.2, sm_120f | 9.4, sm_107f]   add_(sat);
    add{.sat}.byte4     (d, a, b)   [9.2, sm_120f | 9.4, sm_107f]                   add_(sat);
    add.sat.u32         (d, a, b)   [9.2, sm_120f | 9.4, sm_107f]                   add_sat_;
    sub{.sat}.byte4     (d, a, b)   [9.2, sm_120f | 9.4, sm_107f]                   sub_(sat);
    neg.s8x4            (d, a)      [9.2, sm_120f | 9.4, sm_107f]                   neg_;
    min.u16x2           (d, a, b)   [8.0, sm_90]                                    min_;
    min{.relu}.s16x2    (d, a, b)   [8.0, sm_90]                                    min_(relu);
    min.u8x4            (d, a, b)   [9.2, sm_120f | 9.4, sm_107f]                   min_;
    min{.relu}.s8x4     (d, a, b)   [9.2, sm_120f | 9.4, sm_107f]                   min_(relu);
    max.u16x2           (d, a, b)   [8.0, sm_90]                                    max_;
    max{.relu}.s16x2    (d, a, b)   [8.0, sm_90]                                    max_(relu);
    max.u8x4            (d, a, b)   [9.2, sm_120f | 9.4, sm_107f]                   max_;
    max{.relu}.s8x4     (d, a, b)   [9.2, sm_120f | 9.4, sm_107f]                   max_(relu);
}
