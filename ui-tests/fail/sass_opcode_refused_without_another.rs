use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { IMAD R0, x, x, x; }
    sass! { IADD3 R0, x, x, x; }
}
