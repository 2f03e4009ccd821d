use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .f32 t = 1.0, u;
        rcp.rn.f32 t, a;
        mov.f32 u, t;
        mov.f32 d, u;
    }
}
