use ptx::ptx;

fn main() {
    let _: f64 = ptx! { .reg .f32 t; t };
}
