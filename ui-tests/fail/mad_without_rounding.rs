use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        mad.f32 d, a, a, a;
    }
}
