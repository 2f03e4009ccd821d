use ptx::ptx;

fn main() {
    let d: f64;
    ptx! {
        rcp.rn.f64 d, 0d3FF00000000000000;
    }
}
