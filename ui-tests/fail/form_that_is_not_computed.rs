use ptx::ptx;

fn main() {
    let (a, b) = (1_u32, 2_u32);
    let d: u32;
    ptx! { mul.f16x2.f16x2.bf16x2 d, a, b; }
}
