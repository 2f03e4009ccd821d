//! A parameter that the function loads as `.f32` cannot be declared as an integer.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: i32) -> f32;
}

fn main() {}
