use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: u32;
    ptx! { .target sm_100a cvt.rs.satfinite.e4m3x4.f32 d, {a, a, a, a}, 7; }
    println!("{d}");
}
