use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .f32 %t;
        rcp.rn.f32 d a;
        rcp.rn.f32 d %t;
        rcp.rn.f32 (d, a);
        rcp.rn.f32 d, (%t);
        rcp.rn.f32 d, (a + %t);
        rcp.rn.f32 d, a + %t;
    }
}
