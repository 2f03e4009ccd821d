use ptx::ptx;

fn main() {
    ptx! { .reg .b128 q; }
}
