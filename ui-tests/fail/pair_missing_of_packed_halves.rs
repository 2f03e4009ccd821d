use ptx::ptx;

fn main() {
    let p: bool;
    ptx! {
        setp.lt.f16x2 p, (0x3c00), (0x4000);
    }
}
