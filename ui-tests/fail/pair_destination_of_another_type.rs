use ptx::ptx;

fn main() {
    let (p, q): (bool, u32);
    ptx! {
        setp.lt.f32 p|q, 1.0, 2.0;
    }
    let _ = (p, q);
}
