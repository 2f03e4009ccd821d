use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .version 1.5
        .target sm_12, map_f64_to_f32
        fma.rn.f32 d, a, a, a;
    }
}
