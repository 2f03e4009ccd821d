use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { FSETP.LT.AND P7, PT, x, x, PT; }
    sass! { MOV d, x; }
    _ = d;
}
