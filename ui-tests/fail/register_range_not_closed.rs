use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .f32 %f<4;
        rcp.rn.f32 %f0, a;
        mov.f32 d, %f0;
    }
}
