use ptx::ptx;

fn main() {
    let a: f32;
    let d: f32;
    ptx! {
        rcp.rn.f32 d, a;
    }
    let _ = d;
}
