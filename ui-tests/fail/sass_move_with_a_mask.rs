use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { MOV R0, x, 0xf; }
}
