use ptx::ptx;

fn main() {
    let p: bool;
    ptx! {
        setp.lo.f32 p, 1.0, 2.0;
    }
}
