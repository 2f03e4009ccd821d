//! A result that is written as `.f32` cannot be declared as an integer.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: f32) -> u8;
}

fn main() {}
