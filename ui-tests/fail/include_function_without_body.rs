//! A function that has no body in the file cannot be translated.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn outside(x: f32) -> f32;
}

fn main() {}
