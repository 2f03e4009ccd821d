//! A declared result must have the width of the result in the file.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: f32) -> f64;
}

fn main() {}
