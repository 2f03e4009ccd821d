use ptx::ptx;

fn main() {
    let v: u64;
    ptx! {
        mov.b64 v, {%low, %high};
    }
    println!("{v}");
}
