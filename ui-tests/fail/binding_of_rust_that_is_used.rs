use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        let mut x = a;
        add.rn.f32 x, x, x;
        mov.f32 d, x;
    }
}
