use super::syntax::forms;

#[rustfmt::skip]
forms! { "Extended-Precision Integer Arithmetic Instructions";
    add.cc.intword      (d, a, b)       [1.2, sm_10; u64 s64 4.3, sm_20]    add_cc_ with_carry;
    addc.intword        (d, a, b)       [1.2, sm_10; u64 s64 4.3, sm_20]    addc_(carry);
    addc.cc.intword     (d, a, b)       [1.2, sm_10; u64 s64 4.3, sm_20]    addc_cc_(carry) with_carry;
    sub.cc.intword      (d, a, b)       [1.2, sm_10; u64 s64 4.3, sm_20]    sub_cc_ with_carry;
    subc.intword        (d, a, b)       [1.2, sm_10; u64 s64 4.3, sm_20]    subc_(carry);
    subc.cc.intword     (d, a, b)       [1.2, sm_10; u64 s64 4.3, sm_20]    subc_cc_(carry) with_carry;
    mad.hi.cc.intword   (d, a, b, c)    [3.0, sm_20; u64 s64 4.3, sm_20]    mad_hi_cc_ with_carry;
    mad.lo.cc.intword   (d, a, b, c)    [3.0, sm_20; u64 s64 4.3, sm_20]    mad_lo_cc_ with_carry;
    madc.hi.intword     (d, a, b, c)    [3.0, sm_20; u64 s64 4.3, sm_20]    madc_hi_(carry);
    madc.lo.intword     (d, a, b, c)    [3.0, sm_20; u64 s64 4.3, sm_20]    madc_lo_(carry);
    madc.hi.cc.intword  (d, a, b, c)    [3.0, sm_20; u64 s64 4.3, sm_20]    madc_hi_cc_(carry) with_carry;
    madc.lo.cc.intword  (d, a, b, c)    [3.0, sm_20; u64 s64 4.3, sm_20]    madc_lo_cc_(carry) with_carry;
}
