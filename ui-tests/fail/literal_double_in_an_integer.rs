use ptx::ptx;

fn main() {
    let d: u32;
    ptx! {
        mov.u32 d, 0d3FF0000000000000;
    }
}
