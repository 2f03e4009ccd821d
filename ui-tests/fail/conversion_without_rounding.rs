use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: i32;
    ptx! {
        cvt.s32.f32 d, a;
    }
}
