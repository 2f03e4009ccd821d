use ptx::ptx;

fn main() {
    ptx! { .reg .pred p; ret; @p exit; }
}
