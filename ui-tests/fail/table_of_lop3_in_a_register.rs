use ptx::ptx;

fn main() {
    let (a, d): (u32, u32);
    a = 1;
    ptx! {
        .reg .b32 t;
        lop3.b32 d, a, a, a, t;
    }
}
