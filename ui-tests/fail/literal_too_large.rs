use ptx::ptx;

fn main() {
    let d: u64;
    ptx! {
        mov.u64 d, 0x10000000000000000;
    }
}
