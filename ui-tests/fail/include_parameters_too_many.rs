//! A declaration cannot have more parameters than the function in the file.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: f32, y: f32) -> f32;
}

fn main() {}
