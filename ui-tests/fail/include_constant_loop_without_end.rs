//! In a constant, the compiler's own limit stops an endless loop.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn forever(x: u32) -> u32;
}

const NEVER: u32 = forever(0);

fn main() {
    let _ = NEVER;
}
