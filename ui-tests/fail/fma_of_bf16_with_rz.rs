use ptx::ptx;

fn main() {
    let a = 0x3f80_u16;
    let d: u16;
    ptx! {
        fma.rz.bf16 d, a, a, a;
    }
}
