use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { FMUL.D2 R0, x, x; }
}
