use ptx::ptx;

fn main() {
    let d: f32;
    ptx! {
        rcp.rn.f32 d, -0f3F800000;
    }
}
