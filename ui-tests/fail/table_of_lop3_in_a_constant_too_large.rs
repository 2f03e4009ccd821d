use ptx::ptx;

const LARGE: u16 = 300;
const NEGATIVE: i8 = -1;

fn main() {
    let (d, e): (u32, u32);
    ptx! {
        lop3.b32 d, 1, 2, 4, LARGE;
        lop3.b32 e, 1, 2, 4, (NEGATIVE);
    }
    println!("{d} {e}");
}
