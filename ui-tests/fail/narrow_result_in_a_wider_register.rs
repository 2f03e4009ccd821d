use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    ptx! {
        .target sm_90
        .reg .b32 d;
        cvt.rn.satfinite.e4m3x2.f32 d, a, a;
    }
}
