use ptx::ptx;

fn main() {
    let (a, scale) = (0x3c3c_u16, 0x7f7f_u16);
    let d: u32;
    ptx! { .target sm_100f cvt.rn.scaled::n2::ue8m1.bf16x2.e4m3x2 d, a, scale; }
    println!("{d}");
}
