use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        let x = 1;
        #[inline]
        mov.f32 d, a;
    }
}
