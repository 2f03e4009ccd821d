use ptx::ptx;

fn main() {
    let _ = ptx! { .reg .f32 t, u; (t, u 1.0) };
}
