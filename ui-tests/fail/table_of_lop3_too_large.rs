use ptx::ptx;

fn main() {
    let a = 1_u32;
    let d: u32;
    ptx! { lop3.b32 d, a, a, a, 256; }
    println!("{d}");
}
