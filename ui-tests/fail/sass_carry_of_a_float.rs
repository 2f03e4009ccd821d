use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { FADD R0.CC, x, x; }
}
