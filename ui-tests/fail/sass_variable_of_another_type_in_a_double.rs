use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { DADD R0, x, RZ; }
}
