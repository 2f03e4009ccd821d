use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        mov.f32 d, "one";
        mov.f32 d, 'one;
    }
}
