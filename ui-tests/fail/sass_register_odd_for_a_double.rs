use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { DADD R2, R5, R4; }
    sass! { MOV d, x; }
    _ = d;
}
