use ptx::ptx;

fn main() {
    let n = 1_u32;
    let a = 1.0_f32;
    let mut d = 0.0_f32;
    ptx! {
        @n mov.f32 d, a;
    }
    let _ = d;
}
