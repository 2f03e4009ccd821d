use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { IADD R0.CC, x, 1; IADD.X R1.CC, x, 1; ISETP.LT.X.AND P0, PT, x, 1, PT; }
}
