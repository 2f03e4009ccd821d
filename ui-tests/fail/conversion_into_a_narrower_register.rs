use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    ptx! {
        .reg .s16 d;
        cvt.rzi.s32.f32 d, a;
    }
}
