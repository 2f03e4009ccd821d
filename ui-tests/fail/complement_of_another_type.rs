use ptx::ptx;

fn main() {
    let n = 1_u32;
    let p: bool;
    ptx! {
        setp.lt.and.f32 p, 1.0, 2.0, !n;
    }
    println!("{p}");
}
