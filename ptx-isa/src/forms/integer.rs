use super::forms;

#[rustfmt::skip]
forms! { "Integer Arithmetic Instructions";
    add.plain           (d, a, b)                   [1.0, sm_10]                    add_;
    add{.sat}.s32       (d, a, b)                   [1.0, sm_10]                    add_;
    sub.plain           (d, a, b)                   [1.0, sm_10]                    sub_;
    sub{.sat}.s32       (d, a, b)                   [1.0, sm_10]                    sub_;
    mul.lo.int          (d, a, b)                   [1.0, sm_10]                    mul_lo_;
    mul.hi.int          (d, a, b)                   [1.0, sm_10]                    mul_hi_;
    mul.wide.u16        (d: u32, a, b)              [1.0, sm_10]                    mul_wide_;
    mul.wide.s16        (d: s32, a, b)              [1.0, sm_10]                    mul_wide_;
    mul.wide.u32        (d: u64, a, b)              [1.0, sm_10]                    mul_wide_;
    mul.wide.s32        (d: s64, a, b)              [1.0, sm_10]                    mul_wide_;
    mad.lo.int          (d, a, b, c)                [1.0, sm_10]                    mad_lo_;
    mad.hi.int          (d, a, b, c)                [1.0, sm_10]                    mad_hi_;
    mad.hi.sat.s32      (d, a, b, c)                [1.0, sm_10]                    mad_hi_sat_;
    mad.wide.u16        (d: u32, a, b, c: u32)      [1.0, sm_10]                    mad_wide_;
    mad.wide.s16        (d: s32, a, b, c: s32)      [1.0, sm_10]                    mad_wide_;
    mad.wide.u32        (d: u64, a, b, c: u64)      [1.0, sm_10]                    mad_wide_;
    mad.wide.s32        (d: s64, a, b, c: s64)      [1.0, sm_10]                    mad_wide_;
    sad.int             (d, a, b, c)                [1.0, sm_10]                    sad_;
    div.int             (d, a, b)                   [1.0, sm_10]                    div_;
    rem.int             (d, a, b)                   [1.0, sm_10]                    rem_;
    abs.stype           (d, a)                      [1.0, sm_10]                    abs_;
    neg.stype           (d, a)                      [1.0, sm_10]                    neg_;
    min.plain           (d, a, b)                   [1.0, sm_10]                    min_;
    min{.relu}.s32      (d, a, b)                   [1.0, sm_10; relu 8.0, sm_90]   min_;
    max.plain           (d, a, b)                   [1.0, sm_10]                    max_;
    max{.relu}.s32      (d, a, b)                   [1.0, sm_10; relu 8.0, sm_90]   max_;
    popc.word           (d: u32, a)                 [2.0, sm_20]                    popc_;
    clz.word            (d: u32, a)                 [2.0, sm_20]                    clz_;
    bfind.intword       (d: u32, a)                 [2.0, sm_20]                    bfind_;
    bfind.shiftamt.intword (d: u32, a)              [2.0, sm_20]                    bfind_shiftamt_;
    brev.word           (d, a)                      [2.0, sm_20]                    brev_;
    bfe.intword         (d, a, b: byte, c: byte)    [2.0, sm_20]                    bfe_;
    bfi.word            (f, a, b, c: byte, d: byte) [2.0, sm_20]                    bfi_;
}
