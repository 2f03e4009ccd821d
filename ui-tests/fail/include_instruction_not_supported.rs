//! A function with an unsupported instruction is an error. The macro still translates the other functions.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn waits(x: u32) -> u32;
    const fn scale(x: f32) -> f32;
}

const THREE: f32 = scale(1.5);

fn main() {
    assert_eq!(THREE, 3.0);
    let _ = waits(1);
}
