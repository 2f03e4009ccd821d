use ptx::ptx;

fn main() {
    let _ = ptx! { .reg .f32 t; {t, t} };
}
