use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { ISETP.LT.AND.EX P0, PT, x, 1, PT, P1; }
}
