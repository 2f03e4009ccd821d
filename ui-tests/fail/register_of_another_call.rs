use ptx::ptx;

fn main() {
    let d: f32;
    ptx! { .reg .f32 t; mov.f32 d, (ptx! { mov.f32 t, 1.0; }); }
}
