//! No parameter is declared that the file does not have.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: f32, y: f32) -> f32;
}

fn main() {}
