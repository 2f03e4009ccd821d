use ptx::ptx;

fn main() {
    let (a, d): (u32, u32) = (1, 0);
    ptx! {
        vmin2.u32.u32.u32 d.h1, a.h1, a.h32, a;
    }
}
