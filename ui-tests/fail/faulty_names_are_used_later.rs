use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .f32 %1, t, %f<>, u;
        rcp.rn.f32 t, a;
        mov.f32 %f3, t;
        mov.f32 u, %f3;
        mov.f32 d, u;
    }
}
