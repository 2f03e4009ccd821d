use ptx::ptx;

fn main() {
    let table = 0xca;
    let d: u32;
    ptx! {
        lop3.b32 d, 1, 2, 4, table;
    }
    println!("{d}");
}
