use ptx::ptx;

fn main() {
    let (p, q): (bool, bool);
    ptx! {
        setp.lt.f16 p|q, (0x3c00), (0x4000);
    }
}
