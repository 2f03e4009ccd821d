use ptx::sass;

fn main() {
    let x = 1_u32;
    sass! { IADD R0, UR4, x; }
    sass! { @UP0 MOV R0, URZ; }
}
