use ptx::ptx;

fn main() {
    let d: u32;
    ptx! {
        .reg .pred p;
        mov.b32 d, p;
    }
}
