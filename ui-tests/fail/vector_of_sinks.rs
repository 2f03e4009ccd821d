use ptx::ptx;

fn main() {
    let v = 1_u64;
    ptx! {
        mov.b64 {_, _}, v;
    }
}
