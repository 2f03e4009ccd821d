use ptx::ptx;

ptx::dialect! { old_ptx = .version 6.0 }

pub fn by_the_version_alone(a: f32) -> f32 {
    ptx! { .version 6.0 .reg .f32 d; tanh.approx.f32 d, a; d }
}

pub fn beside_a_faulty_directive(a: f32) -> f32 {
    ptx! { .version 6.0 .version 6.0 .reg .f32 d; neg.f32 d, a; d }
}

pub fn in_a_call_of_a_dialect(a: f32) -> f32 {
    old_ptx! { .reg .f32 d; neg.f32 d, a; d }
}

pub fn with_a_target(a: f32) -> f32 {
    old_ptx! { .target sm_70 .reg .f32 d; neg.f32 d, a; d }
}
