use ptx::ptx;

fn main() {
    let d: bool;
    ptx! {
        mov.pred d, 2.0;
    }
}
