use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { IADD.X R0, x, 1; }
    sass! { ISETP.LT.X.AND P0, PT, x, 1, PT; }
}
