use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .version 7.0
        .target sm_90
        rcp.rn.f32 d, a;
    }
}
