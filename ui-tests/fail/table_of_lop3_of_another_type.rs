use ptx::ptx;

const TABLE: f32 = 1.0;

fn main() {
    let d: u32;
    ptx! {
        lop3.b32 d, 1, 2, 4, TABLE;
    }
    println!("{d}");
}
