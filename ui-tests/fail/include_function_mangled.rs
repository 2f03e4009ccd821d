//! The declaration of a function with a mangled C++ name needs an attribute with this name.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn length(x: f32, y: f32) -> f32;
}

fn main() {}
