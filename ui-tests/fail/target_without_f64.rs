use ptx::ptx;

fn main() {
    let a = 1.0_f64;
    let d: f64;
    ptx! {
        .version 1.4
        .target sm_12
        rcp.rn.f64 d, a;
    }
}
