use super::syntax::forms;

// Forms of PTX that this crate does not compute.
#[rustfmt::skip]
forms! { "not computed";
    set.CmpOp_u.packedint           (d, a, b)                   [9.4, sm_107f]                      nothing;
    add{.rnd}.f32x2.atype2.f32x2    (d, a, c)                   [9.4, sm_107f]                      nothing;
    sub{.rnd}.f32x2.atype2.f32x2    (d, a, c)                   [9.4, sm_107f]                      nothing;
    add{.rz}{.ftz}.atype2.f32x2.f32x2 (d, a, c)                 [9.4, sm_107f]                      nothing;
    sub{.rz}{.ftz}.atype2.f32x2.f32x2 (d, a, c)                 [9.4, sm_107f]                      nothing;
    mul.rz{.ftz}.atype2.f32x2.f32x2 (d, a, b)                   [9.4, sm_107f]                      nothing;
    mul.f16x2.f16x2.bf16x2          (d, a, b)                   [9.4, sm_107f]                      nothing;
    mul.bf16x2.bf16x2.f16x2         (d, a, b)                   [9.4, sm_107f]                      nothing;
    fma.rnd.f32x2.atype2.f32x2.f32x2 (d, a, b, c)               [9.4, sm_107f]                      nothing;
}
