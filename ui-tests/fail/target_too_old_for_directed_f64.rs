use ptx::ptx;

fn main() {
    let a = 1.0_f64;
    let d: f64;
    ptx! {
        .version 1.4
        .target sm_13
        sqrt.rz.f64 d, a;
    }
}
