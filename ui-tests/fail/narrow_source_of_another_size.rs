use ptx::ptx;

fn main() {
    let a = 0x3c3c_u32;
    let d: u32;
    ptx! { .target sm_90 cvt.rn.f16x2.e4m3x2 d, a; }
    println!("{d}");
}
