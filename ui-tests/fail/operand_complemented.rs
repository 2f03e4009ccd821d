use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    let mut q = true;
    ptx! {
        rcp.rn.f32 d, !a;
        mov.pred q, !!q;
    }
}
