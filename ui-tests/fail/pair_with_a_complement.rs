use ptx::ptx;

fn main() {
    let (p, q): (bool, bool);
    ptx! {
        setp.lt.f32 p|!q, 1.0, 2.0;
    }
}
