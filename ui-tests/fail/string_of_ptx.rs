use ptx::ptx;

fn main() {
    let (x, d) = (1.0_f32, 2.0_f32);
    ptx! { "rcp.rn.f32 d, x;" }
    ptx! { "rcp.rn.f32 %0, %1;" : "=f"(d) : "f"(x); }
}
