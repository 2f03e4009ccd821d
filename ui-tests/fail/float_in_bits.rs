use ptx::ptx;

fn main() {
    let x = 1.0_f32;
    let d: u32;
    ptx! {
        and.b32 d, x, 1;
    }
    println!("{d}");
}
