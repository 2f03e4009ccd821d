use ptx::ptx;

fn main() {
    let p: bool;
    let q = true;
    ptx! {
        setp.lt.f32 p, 1.0, 2.0, q;
    }
}
