use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .f32 %f2;
        .reg .f32 %f<4>;
        rcp.rn.f32 %f1, a;
        mov.f32 d, %f1;
    }
}
