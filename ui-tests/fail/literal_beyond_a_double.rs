use ptx::ptx;

fn main() {
    let d: f64;
    ptx! {
        rcp.rn.f64 d, 1e400;
    }
}
