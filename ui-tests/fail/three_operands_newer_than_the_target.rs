use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .version 8.8
        .target sm_90
        min.f32 d, a, a, a;
    }
}
