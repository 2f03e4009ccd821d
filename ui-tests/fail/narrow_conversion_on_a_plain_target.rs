use ptx::ptx;

fn main() {
    let a = 0x24_u8;
    let d: u32;
    ptx! { .target sm_100 cvt.rn.f16x2.e2m1x2 d, a; }
    println!("{d}");
}
