use ptx::ptx;

fn main() {
    let d: f32;
    ptx! {
        .reg .f32 z, .f32 y;
        add.f32 d, z, y;
    }
    println!("{d}");
}
