//! A declared type must have the width of the parameter in the file.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: f64) -> f32;
}

fn main() {}
