use ptx::ptx;

fn main() {
    let a = 0x3c00_u16;
    let d: u16;
    ptx! {
        ex2.approx.ftz.f16 d, a;
    }
}
