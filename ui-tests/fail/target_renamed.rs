use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .version 9.0
        .target sm_101
        rcp.rn.f32 d, a;
    }
}
