use ptx::ptx;

fn main() {
    let (mut c, mut d) = (0_u64, 0_u64);
    ptx! {
        mad.lo.cc.u64 c, 1, 2, 3;
        subc.cc.u64 d, c, 2;
    }
}
