use super::forms;

#[rustfmt::skip]
forms! { "Comparison and Selection, Half Precision Comparison Instructions: setp";
    setp.CmpOp{.ftz}.f32            (p{|q}: pred, a, b)             [1.0, sm_10; ftz 1.4, sm_10]    setp_ both;
    setp.CmpOp.BoolOp{.ftz}.f32     (p{|q}: pred, a, b, c: pred)    [1.0, sm_10; ftz 1.4, sm_10]    setp_ both;
    setp.CmpOp.f64                  (p{|q}: pred, a, b)             [1.0, sm_13 or map]             setp_ both;
    setp.CmpOp.BoolOp.f64           (p{|q}: pred, a, b, c: pred)    [1.0, sm_13 or map]             setp_ both;
    setp.CmpOp_b.btype              (p{|q}: pred, a, b)             [1.0, sm_10]                    setp_ both;
    setp.CmpOp_b.BoolOp.btype       (p{|q}: pred, a, b, c: pred)    [1.0, sm_10]                    setp_ both;
    setp.CmpOp_u.utype              (p{|q}: pred, a, b)             [1.0, sm_10]                    setp_ both;
    setp.CmpOp_u.BoolOp.utype       (p{|q}: pred, a, b, c: pred)    [1.0, sm_10]                    setp_ both;
    setp.CmpOp_s.stype              (p{|q}: pred, a, b)             [1.0, sm_10]                    setp_ both;
    setp.CmpOp_s.BoolOp.stype       (p{|q}: pred, a, b, c: pred)    [1.0, sm_10]                    setp_ both;
    setp.CmpOp{.ftz}.f16            (p: pred, a, b)                 [4.2, sm_53]                    setp_ both;
    setp.CmpOp.BoolOp{.ftz}.f16     (p: pred, a, b, c: pred)        [4.2, sm_53]                    setp_ both;
    setp.CmpOp{.ftz}.f16x2          (p|q: pred, a, b)               [4.2, sm_53]                    setp_ both;
    setp.CmpOp.BoolOp{.ftz}.f16x2   (p|q: pred, a, b, c: pred)      [4.2, sm_53]                    setp_ both;
    setp.CmpOp.bf16                 (p: pred, a, b)                 [7.8, sm_90]                    setp_ both;
    setp.CmpOp.BoolOp.bf16          (p: pred, a, b, c: pred)        [7.8, sm_90]                    setp_ both;
    setp.CmpOp.bf16x2               (p|q: pred, a, b)               [7.8, sm_90]                    setp_ both;
    setp.CmpOp.BoolOp.bf16x2        (p|q: pred, a, b, c: pred)      [7.8, sm_90]                    setp_ both;
}
