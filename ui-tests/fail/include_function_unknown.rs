//! For an unknown function, the help suggests the function with the most similar name.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scael(x: f32) -> f32;
}

fn main() {}
