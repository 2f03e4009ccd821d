use ptx::ptx;

fn main() {
    let (c, d): (u32, u32);
    ptx! {
        add.cc.u16 c, 1, 2;
        addc.cc.u32 c, 1, 2;
        addc.u32 d, 1, 2;
    }
}
