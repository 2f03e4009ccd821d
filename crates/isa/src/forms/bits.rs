use super::syntax::forms;

#[rustfmt::skip]
forms! { "Logic and Shift Instructions; Data Movement and Conversion Instructions: prmt";
    and.btype           (d, a, b)                   [1.0, sm_10]    and_;
    or.btype            (d, a, b)                   [1.0, sm_10]    or_;
    xor.btype           (d, a, b)                   [1.0, sm_10]    xor_;
    not.btype           (d, a)                      [1.0, sm_10]    not_;
    cnot.btype          (d, a)                      [1.0, sm_10]    cnot_;
    lop3.b32            (d, a, b, c, immLut: imm8)  [4.3, sm_50]    lop3_;
    lop3.AndOr.b32      (d|p, a, b, c, immLut: imm8, q: pred) [8.2, sm_70] lop3_boolop_(AndOr) with_predicate;
    shf.l.shfmode.b32   (d, a, b, c: u32)           [3.1, sm_32]    shf_l_(shfmode);
    shf.r.shfmode.b32   (d, a, b, c: u32)           [3.1, sm_32]    shf_r_(shfmode);
    shl.btype           (d, a, b: u32)              [1.0, sm_10]    shl_;
    shr.shrtype         (d, a, b: u32)              [1.0, sm_10]    shr_;
    prmt.b32{.mode}     (d, a, b, c)                [2.0, sm_20]    prmt_(mode);
}
