use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { MOV R0, x;; }
    sass! { MOV d, x; }
    _ = d;
}
