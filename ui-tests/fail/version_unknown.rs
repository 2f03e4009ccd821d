use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .version 8.9
        rcp.rn.f32 d, a;
    }
}
