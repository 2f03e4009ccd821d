use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { DSETP.MAX.AND P0, PT, R0, R2, PT; }
}
