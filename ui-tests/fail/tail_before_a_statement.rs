use ptx::ptx;

fn main() {
    let _ = ptx! { .reg .f32 t; t mov.f32 t, 1.0; };
}
