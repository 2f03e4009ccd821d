//! A loop without an end stops at the compiler's own limit.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn forever(x: u32) -> u32;
}

const NEVER: u32 = forever(0);

fn main() {
    let _ = NEVER;
}
