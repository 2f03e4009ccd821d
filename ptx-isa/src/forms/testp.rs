use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: testp";
    testp.testp.f32     (p: pred, a)    [2.0, sm_20]    testp_f32(testp);
    testp.testp.f64     (p: pred, a)    [2.0, sm_20]    testp_f64(testp);
}
