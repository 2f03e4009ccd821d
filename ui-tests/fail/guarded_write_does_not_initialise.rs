use ptx::ptx;

fn main() {
    let p = true;
    let mut d: f32;
    ptx! {
        @p mov.f32 d, 1.0;
        @!p mov.f32 d, 2.0;
    }
    println!("{d}");
}
