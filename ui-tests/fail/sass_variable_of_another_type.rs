use ptx::sass;

fn main() {
    let x = 1.0_f32;
    let d: u64;
    sass! {
        FADD R0, x, RZ;
        MUFU.RCP d, R0;
    }
    _ = d;
}
