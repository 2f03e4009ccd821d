use ptx::ptx;

fn main() {
    let (p, q, r): (bool, bool, bool);
    ptx! {
        setp.lt.f32 p|q|r, 1.0, 2.0;
        setp.lt.f32 p, q, 1.0, 2.0;
        setp.lt.f32 p, _, 1.0, 2.0;
        setp.lt.and.f32 p, q, 1.0, 2.0, r;
        setp.lt.f32 {p, q}, 1.0, 2.0;
    }
}
