use ptx::ptx;

fn main() {
    let a = 1_u64;
    let d: u64;
    ptx! {
        .target sm_100
        fma.rn.sat.f32x2 d, a, a, a;
    }
}
