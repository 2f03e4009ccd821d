use ptx::ptx;

fn main() {
    let d: u32;
    ptx! {
        addc.cc.u32 d, 1, 2;
    }
}
