use ptx::ptx;

fn main() {
    let a = 1_u32;
    let d: u64;
    ptx! {
        mov.b64 d, {a, {a}};
    }
}
