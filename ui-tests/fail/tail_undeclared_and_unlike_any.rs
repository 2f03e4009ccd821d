use ptx::ptx;

fn main() {
    let _: u32 = ptx! { .reg .u32 %value; %q };
}
