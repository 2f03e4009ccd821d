use ptx::ptx;

fn main() {
    let d: f64;
    ptx! {
        rcp.rn.f64 d, 0f3F800000;
    }
}
