use ptx::ptx;

fn main() {
    let a = 1.0_f64;
    let d: f64;
    ptx! {
        sqrt.rn.ftz.f64 d, a;
    }
}
