use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .version 1.4
        .target sm_13, map_f64_to_f32
        mov.f32 d, a;
    }
}
