use ptx::ptx;

fn main() {
    let (a, b, rbits) = (1.0_f32, 2.0_f32, 0_u32);
    let d: u32;
    ptx! { .target sm_103f cvt.rs.bf16x2.f32 d, a, b, rbits; }
    println!("{d}");
}
