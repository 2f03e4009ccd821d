use ptx::ptx;

fn main() {
    let d: u16;
    ptx! {
        addc.u16 d, 1, 2;
    }
}
