use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        rcp.rn.f32 d, a
        rcp.rn.f32 d, a;
        .reg .f32 t, .reg .f32 u,
        add.f32 t, a, a,
        add.f32 d, a, t,
        @(a > 1.0) mov.f32 d, a;
        { mov.f32 u, d, }
    }
}
