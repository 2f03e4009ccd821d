use ptx::ptx;

fn main() {
    let mut d = 0_u32;
    ptx! {
        .reg .pred p;
        mov.pred p, 1;
        @p add.cc.u32 d, 1, 2;
        setp.lt.u32 p, d, 3;
        @p addc.u32 d, 1, 2;
    }
}
