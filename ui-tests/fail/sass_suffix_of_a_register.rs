use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { IADD R0.H1_H1, R1, x; }
    sass! { MOV d, x; }
    _ = d;
}
