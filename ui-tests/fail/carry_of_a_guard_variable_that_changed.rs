use ptx::ptx;

fn main() {
    let mut d = 0_u32;
    let mut q = true;
    ptx! {
        @q add.cc.u32 d, 1, 2;
        setp.lt.u32 q, d, 3;
        @q addc.u32 d, 1, 2;
    }
}
