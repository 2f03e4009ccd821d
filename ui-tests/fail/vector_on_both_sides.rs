use ptx::ptx;

fn main() {
    let a = 1_u32;
    let (d, e): (u32, u32);
    ptx! {
        mov.b64 {d, e}, {a, a};
    }
}
