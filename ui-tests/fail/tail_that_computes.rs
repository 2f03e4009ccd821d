use ptx::ptx;

fn main() {
    let x = 2.0f32;
    let _: f32 = ptx! { .reg .f32 t; mov.f32 t, x; t + x };
    let _: f64 = ptx! { .reg .f32 t; mov.f32 t, x; t as f64 };
    let _: u32 = ptx! { .reg .f32 t; mov.f32 t, x; t.to_bits() };
    let _: Option<f32> = ptx! { .reg .f32 t; mov.f32 t, x; Some(t) };
    let _: u32 = ptx! { .reg .f32 t; mov.f32 t, x; f32::to_bits(t) };
    let _: f32 = ptx! { .reg .f32 t; mov.f32 t, x; -t };
    let _: [f32; 2] = ptx! { .reg .f32 t; mov.f32 t, x; [t, t] };
    let mut d = 0.0f32;
    ptx! { mov.f32 &mut d, x; }
    ptx! { add.f32 d, &x, x; }
}
