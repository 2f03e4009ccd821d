use ptx::ptx;

fn main() {
    let (mut c, mut d) = (0_u32, 0_u32);
    ptx! {
        { sub.cc.u32 c, 1, 2; }
        addc.u32 d, 1, 2;
    }
}
