use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .f32 t;
        mov.f32 t, a;
        mov.f32 d, (t);
    }
}
