use ptx::ptx;

fn main() {
    let p: bool;
    ptx! {
        setp.lt.b32 p, 1, 2;
    }
}
