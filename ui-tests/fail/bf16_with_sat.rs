use ptx::ptx;

fn main() {
    let (a, b) = (0x3f80_u16, 0x4000_u16);
    let d: u16;
    ptx! {
        add.sat.bf16 d, a, b;
    }
}
