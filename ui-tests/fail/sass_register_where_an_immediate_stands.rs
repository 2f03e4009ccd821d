use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { MOV32I R0, R1; }
    sass! { MOV d, x; }
    _ = d;
}
