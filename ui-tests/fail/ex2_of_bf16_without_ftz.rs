use ptx::ptx;

fn main() {
    let a = 0x3f80_u16;
    let d: u16;
    ptx! {
        ex2.approx.bf16 d, a;
    }
}
