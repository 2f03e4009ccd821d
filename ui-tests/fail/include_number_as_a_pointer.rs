//! A number cannot be declared as a pointer.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: &f32) -> f32;
}

fn main() {}
