use ptx::ptx;

fn main() {
    let x = &1.0_f32;
    let d: f32;
    ptx! { rcp.rn.f32 d, x; }
    println!("{d}");
}
