use ptx::ptx;

fn main() {
    let d: u64;
    ptx! {
        .reg .b64 %rd1, %rd2;
        mov.b64 %rd1, 1;
        mov.b64 d, %rd3;
    }
}
