use ptx::ptx;

fn main() {
    let p: bool;
    ptx! {
        setp.lt.and.f32 p, 1.0, 2.0;
    }
}
