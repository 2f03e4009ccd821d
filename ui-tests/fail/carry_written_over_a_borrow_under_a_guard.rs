use ptx::ptx;

fn main() {
    let (p, mut d) = (true, 0_u32);
    ptx! {
        sub.cc.u32 d, 1, 2;
        @p add.cc.u32 d, 1, 2;
        addc.u32 d, 1, 2;
    }
}
