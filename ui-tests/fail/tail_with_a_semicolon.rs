use ptx::ptx;

fn main() {
    let _: f32 = ptx! { .reg .f32 t; t; };
}
