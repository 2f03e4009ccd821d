use super::syntax::forms;

#[rustfmt::skip]
forms! { "Comparison and Selection, Half Precision Comparison Instructions: setp";
    setp.CmpOp{.ftz}.f32            (p{|q}: pred, a, b)             [1.0, sm_10; ftz 1.4, sm_10]    setp_(CmpOp, ftz) pair;
    setp.CmpOp.BoolOp{.ftz}.f32     (p{|q}: pred, a, b, c: pred)    [1.0, sm_10; ftz 1.4, sm_10]    setp_(CmpOp, ftz).combined(BoolOp) pair;
    setp.CmpOp.f64                  (p{|q}: pred, a, b)             [1.0, sm_13 or map]             setp_(CmpOp) pair;
    setp.CmpOp.BoolOp.f64           (p{|q}: pred, a, b, c: pred)    [1.0, sm_13 or map]             setp_(CmpOp).combined(BoolOp) pair;
    setp.CmpOp_b.btype              (p{|q}: pred, a, b)             [1.0, sm_10]                    setp_(CmpOp_b) pair;
    setp.CmpOp_b.BoolOp.btype       (p{|q}: pred, a, b, c: pred)    [1.0, sm_10]                    setp_(CmpOp_b).combined(BoolOp) pair;
    setp.CmpOp_u.utype              (p{|q}: pred, a, b)             [1.0, sm_10]                    setp_(CmpOp_u) pair;
    setp.CmpOp_u.BoolOp.utype       (p{|q}: pred, a, b, c: pred)    [1.0, sm_10]                    setp_(CmpOp_u).combined(BoolOp) pair;
    setp.CmpOp_s.stype              (p{|q}: pred, a, b)             [1.0, sm_10]                    setp_(CmpOp_s) pair;
    setp.CmpOp_s.BoolOp.stype       (p{|q}: pred, a, b, c: pred)    [1.0, sm_10]                    setp_(CmpOp_s).combined(BoolOp) pair;
    setp.CmpOp{.ftz}.f16            (p: pred, a, b)                 [4.2, sm_53]                    setp_(CmpOp, ftz) pair;
    setp.CmpOp.BoolOp{.ftz}.f16     (p: pred, a, b, c: pred)        [4.2, sm_53]                    setp_(CmpOp, ftz).combined(BoolOp) pair;
    setp.CmpOp{.ftz}.f16x2          (p|q: pred, a, b)               [4.2, sm_53]                    setp_(CmpOp, ftz) pair;
    setp.CmpOp.BoolOp{.ftz}.f16x2   (p|q: pred, a, b, c: pred)      [4.2, sm_53]                    setp_(CmpOp, ftz).combined(BoolOp) pair;
    setp.CmpOp.bf16                 (p: pred, a, b)                 [7.8, sm_90]                    setp_(CmpOp) pair;
    setp.CmpOp.BoolOp.bf16          (p: pred, a, b, c: pred)        [7.8, sm_90]                    setp_(CmpOp).combined(BoolOp) pair;
    setp.CmpOp.bf16x2               (p|q: pred, a, b)               [7.8, sm_90]                    setp_(CmpOp) pair;
    setp.CmpOp.BoolOp.bf16x2        (p|q: pred, a, b, c: pred)      [7.8, sm_90]                    setp_(CmpOp).combined(BoolOp) pair;
}
