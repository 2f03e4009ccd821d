use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: testp";
    testp.op.f32    (p: pred, a)    [2.0, sm_20]    testp_f32(op);
    testp.op.f64    (p: pred, a)    [2.0, sm_20]    testp_f64(op);
}
