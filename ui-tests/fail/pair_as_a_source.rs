use ptx::ptx;

fn main() {
    let (p, q) = (true, false);
    let d: f32;
    ptx! {
        selp.f32 d, 1.0, 2.0, p|q;
    }
}
