//! A parameter that is loaded as `.f32` cannot be declared as an integer.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: i32) -> f32;
}

fn main() {}
