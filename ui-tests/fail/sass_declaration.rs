use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { .reg .f32 t; }
    sass! { MOV d, x; }
    _ = d;
}
