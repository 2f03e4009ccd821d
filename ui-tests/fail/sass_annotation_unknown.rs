use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { MUFU.RCP R0, x &rw=0; }
    sass! { MOV d, x; }
    _ = d;
}
