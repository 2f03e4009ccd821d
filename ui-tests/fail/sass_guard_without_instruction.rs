use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { @P0; }
    sass! { MOV d, x; }
    _ = d;
}
