use ptx::ptx;

fn main() {
    let x = 1.0_f32;
    let d: f32;
    ptx! {
        mov.f32 "a", x x;
        mov.f32 "b", x
        mov.f32 d, x;
        mov.f32 "c", x
    }
}
