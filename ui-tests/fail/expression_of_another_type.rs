use ptx::ptx;

fn main() {
    let a = 1.0_f64;
    let d: f32;
    ptx! {
        rcp.rn.f32 d, (a + 1.0);
    }
    let _ = d;
}
