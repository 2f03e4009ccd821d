use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { IADD R0, R1.CC, x; }
}
