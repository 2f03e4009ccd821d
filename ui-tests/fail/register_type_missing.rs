use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg t;
        reg .f32 %u;
        rcp.rn.f32 t, a;
        mov.f32 d, t;
    }
}
