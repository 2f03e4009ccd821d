use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { IADD.CC R0, x, x; }
}
