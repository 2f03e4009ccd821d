use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let mut out = [0_u32];
    ptx! {
        rcp.rn.f32 (out[0]), a;
    }
    let _ = out;
}
