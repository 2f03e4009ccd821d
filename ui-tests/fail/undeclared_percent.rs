use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .f32 %first;
        mov.f32 %first, a;
        mov.f32 d, %frist;
    }
}
