use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { FADD.S R0, x, 1; }
    sass! { MOV.S R0, x; }
}
