use ptx::ptx;

fn main() {
    let (a, d): (u32, u32) = (1, 0);
    ptx! {
        add.u16x2 d, a, 1;
    }
}
