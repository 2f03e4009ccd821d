use ptx::ptx;

fn main() {
    let (a, b) = (1_u32, 1_i32);
    let d: u64;
    ptx! {
        mov.b64 d, {a, b};
    }
    let _ = d;
}
