use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .v2 .f32 t;
        mov.f32 d, a;
    }
}
