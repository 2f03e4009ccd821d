use ptx::ptx;

fn main() {
    let d: f32;
    ptx! {
        .reg .f32 z[4];
        mov.f32 d, z;
    }
    println!("{d}");
}
