use ptx::ptx;

fn main() {
    let (a, d): (u32, u32) = (1, 0);
    ptx! {
        lop3.or.b32 d|_, a, a, a, 0xCA, true;
    }
}
