use ptx::ptx;

fn main() {
    let a = 0x3c00_u16;
    let d: u16;
    ptx! {
        fma.rn.sat.relu.f16 d, a, a, a;
    }
}
