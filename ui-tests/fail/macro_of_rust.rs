use ptx::ptx;

fn main() {
    let p = true;
    ptx! {
        @p println!("text");
    }
}
