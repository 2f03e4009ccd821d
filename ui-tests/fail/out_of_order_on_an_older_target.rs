use ptx::ptx;

fn main() {
    let (a, b) = (1.0_f32, 2.0_f32);
    let d: f32;
    ptx! {
        .target sm_70
        min.NaN.ftz.f32 d, a, b;
    }
}
