use ptx::ptx;

fn main() {
    let (d, e): (u32, u16);
    ptx! {
        mov.b64 {d, e}, 1;
    }
    let _ = (d, e);
}
