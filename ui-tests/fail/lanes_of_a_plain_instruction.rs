use ptx::ptx;

fn main() {
    let (a, d): (u32, u32) = (1, 0);
    ptx! {
        add.u32 d, a.b0, a;
    }
}
