use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { ISETP.GEU.AND P0, PT, x, x, PT; }
    sass! { MOV d, x; }
    _ = d;
}
