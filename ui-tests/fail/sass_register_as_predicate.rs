use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { SEL R0, x, x, R1; }
    sass! { MOV d, x; }
    _ = d;
}
