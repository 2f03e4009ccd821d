use ptx::ptx;

fn main() {
    let (a, d): (u32, u32) = (1, 0);
    ptx! {
        vadd4.u32.u32.u32 d.b01, a, a, a;
    }
}
