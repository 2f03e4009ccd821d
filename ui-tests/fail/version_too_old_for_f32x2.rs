use ptx::ptx;

fn main() {
    let a = 1_u64;
    let d: u64;
    ptx! {
        .version 8.5
        .target sm_90
        fma.rn.f32x2 d, a, a, a;
    }
}
