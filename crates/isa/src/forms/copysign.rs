use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point Instructions: copysign";
    copysign.f32    (d, a, b)   [2.0, sm_20]    copysign_f32;
    copysign.f64    (d, a, b)   [2.0, sm_20]    copysign_f64;
}
