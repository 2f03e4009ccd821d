use ptx::sass;

fn main() {
    let x = 0_u32;
    let d: u32;
    sass! { MUFU.RCP R0, x &req={0,6}; }
    sass! { MOV d, x; }
    _ = d;
}
