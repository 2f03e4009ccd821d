use ptx::ptx;

fn main() {
    let d: f32;
    ptx! { rcp.rn.f32 d, %1; }
    println!("{d}");
}
