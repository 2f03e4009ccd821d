use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .version 1.3
        .target sm_13
        rcp.approx.f32 d, a;
    }
}
